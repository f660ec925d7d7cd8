package protocol

import (
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Ways are a curve's ways to a proof G in gnark's type, by gnark's functions. Those that need the
// witness are nil for a proof that was made from a solution.
type Ways[G any] struct {
	// Verify returns an error if a proof must not leave.
	Verify func(G) error
	// Destroy overwrites a proof. A wrong one can tell secrets.
	Destroy func(G)
	// Again proves once more, with the device, and with the same settings.
	Again func() (G, error)
	// Gnark proves with gnark alone.
	Gnark func() (G, error)
	// Recheck returns an error if our solver and gnark's disagree on the witness.
	Recheck func() error
}

// Verified returns the proof, or another one in its place, after verifying it. It logs that the
// proof is done. It comes after [Solved.Close].
func Verified[G any, K any, P1, P2, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], proof G, ways *Ways[G],
) (G, error) {
	defer func() { clear(s.visible) }()
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
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], ways *Ways[G],
) *verified.Proofs[G] {
	p := &verified.Proofs[G]{
		Verify:         ways.Verify,
		Destroy:        ways.Destroy,
		Reload:         func() error { return scheme.reload(s.attachment, s.owner.(*K)) },
		Solver:         ways.Recheck,
		Engine:         (*session.Engine)(s.attachment.engine),
		ErrKeyMismatch: ErrKeyMismatch,
	}
	if s.ran != onCPU {
		p.Again = ways.Again
	}
	if ways.Gnark != nil {
		p.Gnark = func() (G, error) {
			s.ran = onCPU
			return ways.Gnark()
		}
	}
	return p
}
