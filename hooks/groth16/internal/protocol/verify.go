package protocol

import (
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place, after verifying it. It logs that the
// proof is done. It comes after [Solved.Close].
func Verified[G any, K any, P1, P2, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], proof G, ways *verified.Ways[G],
) (G, error) {
	defer func() {
		clear(s.visible)
		clear(s.knowledge)
	}()
	start := time.Now()
	proof, err := proofsOf(scheme, s, ways).Proof(proof)
	if err != nil {
		var none G
		return none, s.config.Cause(err)
	}
	s.verification = time.Since(start)
	s.Done()
	return proof, nil
}

// proofsOf returns all ways to a proof.
func proofsOf[G any, K any, P1, P2, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], ways *verified.Ways[G],
) *verified.Proofs[G] {
	p := &verified.Proofs[G]{
		Ways:           *ways,
		Reload:         func() error { return scheme.reload(s.attachment, s.owner.(*K)) },
		Engine:         s.replica.engine,
		ErrKeyMismatch: ErrKeyMismatch,
	}
	if s.ran == onCPU {
		p.Again = nil
	}
	if ways.Gnark != nil {
		p.Gnark = func() (G, error) {
			s.ran = onCPU
			return ways.Gnark()
		}
	}
	return p
}
