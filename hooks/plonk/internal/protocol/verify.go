package protocol

import (
	"context"
	"errors"
	exectrace "runtime/trace"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place, after verifying it. It logs that the
// proof is done. It comes after [Solved.Close].
func Verified[G any, K any, P, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P, E, S], s *Solved[P, E, S], proof G, ways *verified.Ways[G],
) (checked G, err error) {
	if checked = proof; !s.config.Unverified {
		start := time.Now()
		exectrace.WithRegion(context.WithoutCancel(s.ctx), "verification", func() {
			checked, err = proofsOf(scheme, s, ways).Proof(proof)
		})
		if err != nil {
			var none G
			return none, s.config.Cause(err)
		}
		s.rounds = append(s.rounds, round{"verification", time.Since(start)})
	}
	s.done()
	return checked, nil
}

// proofsOf returns all ways to a proof.
func proofsOf[G any, K any, P, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P, E, S], s *Solved[P, E, S], ways *verified.Ways[G],
) *verified.Proofs[G] {
	p := &verified.Proofs[G]{
		Ways:           *ways,
		Reload:         func() error { return scheme.reload(s.attachment, s.owner.(*K)) },
		Engine:         s.replica.engine,
		ErrKeyMismatch: ErrKeyMismatch,
	}
	p.Destroy = func(proof G) {
		ways.Destroy(proof)
		*s.proof = Proof[P, E]{}
	}
	if s.ran == onCPU {
		p.Again = nil
	}
	if ways.Last != nil {
		p.Last = func() (G, error) {
			s.ran = onCPU
			return ways.Last()
		}
	}
	return p
}

// Settings are those of the proof.
func (s *Solved[P, E, S]) Settings() *settings.Settings { return s.config }

// Public returns the values of the public inputs.
func (s *Solved[P, E, S]) Public() []E { return s.public }

// Committer returns how solvers compute the commitments of one more solution of the witness. Ours
// asks a function, gnark's an option.
func (s *Solved[P, E, S]) Committer() (commit func([]E) (E, error), option solver.Option) {
	c := newCommitter(s.system.Commitments(), len(s.key.Lagrange), s.system.Rows(), s.accelerator,
		s.config.HashToFieldFn)
	return c.commit, c.option()
}

// reload has the next proof find the key and its circuit loaded anew. The device's memory for all
// keys is loaded anew with them. It does nothing if another proof has done so since the key was
// attached.
func (s *Scheme[K, P, E, S]) reload(a *attachment[P, E, S], pk *K) error {
	renewed := (*devices.Set)(a.engine).Renew()
	a.forget()
	another := func(b *attachment[P, E, S]) bool { return b != a }
	lease, err := s.attached.Acquire(pk, another, func() (*attachment[P, E, S], error) {
		return s.load(a.engine, pk, nil)
	})
	if err != nil {
		return errors.Join(renewed, err)
	}
	return errors.Join(renewed, lease.Release())
}
