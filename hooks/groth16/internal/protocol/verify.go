package protocol

import (
	"errors"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
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

// VerifyingKey returns the key that the options gave, or else [Scheme.Attach]; nil if neither did.
func (s *Solved[P1, P2, E, S]) VerifyingKey() any {
	if s.config.VerifyingKey != nil {
		return s.config.VerifyingKey
	}
	return s.attachment.verifyingKey.Load()
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

// Settings are those of the proof.
func (s *Solved[P1, P2, E, S]) Settings() *settings.Settings { return s.config }

// Public returns the values of the public inputs.
func (s *Solved[P1, P2, E, S]) Public() []E { return s.public }

// Committer returns how solvers compute the commitments of one more solution of the witness: ours
// by a function, gnark's by an option.
func (s *Solved[P1, P2, E, S]) Committer() (
	commit func([]E) (E, error), option solver.Option,
) {
	c := newCommitter(
		s.system.commitments(), s.key.Commitments, s.accelerator, s.config.HashToFieldFn)
	return c.commit, c.option()
}

// reload has the next proof find the key loaded anew, and with it what the device keeps for all
// keys. It does nothing if another proof has done so since the key was attached.
func (s *Scheme[K, P1, P2, E, S]) reload(a *attachment[P1, P2, E, S], pk *K) error {
	renewed := (*session.Engine)(a.engine).Renew()
	another := func(b *attachment[P1, P2, E, S]) bool { return b != a }
	lease, err := s.attached.Acquire(pk, another, func() (*attachment[P1, P2, E, S], error) {
		return s.load(a.engine, pk, a.verifyingKey.Load())
	})
	if err != nil {
		return errors.Join(renewed, err)
	}
	return errors.Join(renewed, lease.Release())
}

// load loads a key. Its verifying key may be nil.
func (s *Scheme[K, P1, P2, E, S]) load(
	engine *accel.Engine, pk *K, vk any,
) (*attachment[P1, P2, E, S], error) {
	if err := checkInfinities(s.Key(pk)); err != nil {
		return nil, err
	}
	acc, err := s.NewAccelerator(engine, pk)
	if err != nil {
		return nil, err
	}
	key := takeFingerprint(fingerprinted(s.Key(pk)))
	a := &attachment[P1, P2, E, S]{Accelerator: acc, key: key}
	if vk != nil {
		a.verifyingKey.Store(vk)
	}
	return a, nil
}
