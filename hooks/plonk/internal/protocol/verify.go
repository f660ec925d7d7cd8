package protocol

import (
	"context"
	"fmt"
	exectrace "runtime/trace"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified verifies a proof with the key's verifying key. It returns the proof, or another one in
// its place. It logs that the proof is done. It comes after [Solved.Close].
func (s *Solved[K, P, E]) Verified(proof any) (any, error) {
	if s.gnarks != nil {
		return proof, nil
	}
	if s.config.Unverified {
		s.done()
		return proof, nil
	}
	start := time.Now()
	var err error
	exectrace.WithRegion(context.WithoutCancel(s.ctx), "verification", func() {
		proof, err = s.ways().Proof(proof)
	})
	if err != nil {
		return nil, s.config.Cause(err)
	}
	s.rounds = append(s.rounds, round{"verification", time.Since(start)})
	s.done()
	return proof, nil
}

func (s *Solved[K, P, E]) ways() *verified.Proofs[any] {
	p := &verified.Proofs[any]{
		Verify: s.verify, Destroy: s.zeroize, Engine: s.replica.engine,
		Reload:         func() error { return s.over.reload(s.attachment, s.pk) },
		ErrKeyMismatch: ErrKeyMismatch,
	}
	if s.origin.witness == nil {
		return p
	}
	p.Last, p.Solver = s.withoutDevice, s.recheck
	if s.onDevice {
		p.Again = s.another
	}
	return p
}

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (s *Solved[K, P, E]) verify(proof any) error {
	gnarks := func() error { return s.verifyByGnark(proof) }
	c := s.check
	if s.check = nil; c == nil {
		return gnarks()
	}
	ours := func() error {
		return s.checkOpenings(c, func(of [2]P) (bool, error) { return s.over.Pairs(s.pk, of) })
	}
	return s.attachment.agreement.Verify(ours, gnarks)
}

// verifyByGnark runs gnark's verifier, with the prover's hashes.
func (s *Solved[K, P, E]) verifyByGnark(proof any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, p)
		}
	}()
	return s.over.Verify(proof, s.pk, slices.Clip(s.public),
		backend.WithVerifierHashToFieldFunction(s.config.HashToFieldFn),
		backend.WithVerifierChallengeHashFunction(s.config.ChallengeHash),
		backend.WithVerifierKZGFoldingHashFunction(s.config.KZGFoldingHash))
}

// zeroize zeroes a proof, also as generic code has it.
func (s *Solved[K, P, E]) zeroize(proof any) {
	s.over.Destroy(proof)
	*s.proof = Proof[P, E]{}
}

// another makes another proof of the witness, with the same settings.
func (s *Solved[K, P, E]) another() (any, error) {
	another, err := s.over.Solve(s.ccs, s.pk, s.origin.witness, s.config.Same())
	if err != nil {
		return nil, err
	}
	defer another.Close()
	return another.Prove()
}

func (s *Solved[K, P, E]) withoutDevice() (any, error) {
	s.onDevice = false
	return s.gnarksProof()
}

func (s *Solved[K, P, E]) recheck() error {
	c := s.newCommitter()
	options := append(slices.Clone(s.config.SolverOpts), c.option())
	return s.system.Recheck(s.config.Context, own.Input[E]{
		Witness: s.origin.witness, Commit: c.commit, Options: options,
	})
}
