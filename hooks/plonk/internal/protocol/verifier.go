package protocol

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Verifier returns the function that finds proofs wrong, with the key's verifying key.
func (s *proving[P, E]) Verifier() (func(any) error, error) { return s.verify, nil }

// VerifiesGnarks says yes: each key has its verifying key.
func (*proving[P, E]) VerifiesGnarks() bool { return true }

// VerifyGnarks accepts all: gnark's prover made them from end to end.
func (*proving[P, E]) VerifyGnarks(any) error { return nil }

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (s *proving[P, E]) verify(made any) error {
	defer s.region("verification")()
	gnarks := func() error { return s.verifyByGnark(made) }
	c := s.check
	if s.check = nil; c == nil {
		return gnarks()
	}
	ours := func() error {
		return s.checkOpenings(c, func(of [2]P) (bool, error) { return s.over.Pairs(s.Key, of) })
	}
	return s.accelerator.agreement.Verify(ours, gnarks)
}

// verifyByGnark runs gnark's verifier, with the prover's hashes.
func (s *proving[P, E]) verifyByGnark(made any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, p)
		}
	}()
	return s.over.Verify(made, s.Key, slices.Clip(s.public),
		backend.WithVerifierHashToFieldFunction(s.HashToFieldFn),
		backend.WithVerifierChallengeHashFunction(s.ChallengeHash),
		backend.WithVerifierKZGFoldingHashFunction(s.KZGFoldingHash))
}

// Again returns the steps of the same proof again. gnark's verifier is alone with it.
func (s *proving[P, E]) Again(t *proof.Task[E]) (steps[P, E], error) { return s.over.Steps(t) }

// Gnarks has gnark's prover make a proof.
func (s *proving[P, E]) Gnarks(opts ...backend.ProverOption) (any, error) {
	return s.over.Prove(s.CCS, s.Key, s.Witness, opts...)
}

// Committing returns the function of a new committer.
func (s *proving[P, E]) Committing() own.Commit[E] { return s.newCommitter().commit }

// Reload has the next proof find the key, its points and its circuit loaded anew.
func (s *proving[P, E]) Reload() error { return s.over.reload(s.accelerator, s.Key) }

// Destroy zeroes a proof, also as generic code has it.
func (s *proving[P, E]) Destroy(made any) {
	s.over.Destroy(made)
	*s.proof = Proof[P, E]{}
}

// Forget does nothing: no secret is left to the verification.
func (*proving[P, E]) Forget() {}

// Rounds returns the times of the rounds, as far as they were made.
func (p *prover[P, E]) Rounds() []proof.Round { return p.rounds }
