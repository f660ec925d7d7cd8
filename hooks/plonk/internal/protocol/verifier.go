package protocol

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Verifier returns the function that finds proofs wrong, with the key's verifying key.
func (p *proving[P, E]) Verifier() (func(any) error, error) { return p.verify, nil }

// VerifiesGnarks says yes: each key has its verifying key.
func (*proving[P, E]) VerifiesGnarks() bool { return true }

// VerifyGnarks accepts all: gnark's prover made them from end to end.
func (*proving[P, E]) VerifyGnarks(any) error { return nil }

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (p *proving[P, E]) verify(made any) error {
	defer p.region("verification")()
	gnarks := func() error { return p.verifyByGnark(made) }
	c := p.check
	if p.check = nil; c == nil {
		return gnarks()
	}
	ours := func() error {
		return p.checkOpenings(c, func(of [2]P) (bool, error) { return p.over.Pairs(p.Key, of) })
	}
	return p.attachment.agreement.Verify(ours, gnarks)
}

// verifyByGnark runs gnark's verifier, with the prover's hashes.
func (p *proving[P, E]) verifyByGnark(made any) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, panicked)
		}
	}()
	return p.over.Verify(made, p.Key, slices.Clip(p.public),
		backend.WithVerifierHashToFieldFunction(p.HashToFieldFn),
		backend.WithVerifierChallengeHashFunction(p.ChallengeHash),
		backend.WithVerifierKZGFoldingHashFunction(p.KZGFoldingHash))
}

// Again returns the steps of the same proof again. gnark's verifier is alone with it.
func (p *proving[P, E]) Again(t *proof.Task[E]) (steps[P, E], error) { return p.over.Steps(t) }

// Gnarks has gnark's prover make a proof.
func (p *proving[P, E]) Gnarks(opts ...backend.ProverOption) (any, error) {
	return p.over.Prove(p.CCS, p.Key, p.Witness, opts...)
}

// Committing returns the function of a new committer.
func (p *proving[P, E]) Committing() own.Commit[E] { return p.newCommitter().commit }

// Reload has the next proof find the key, its points and its circuit loaded anew.
func (p *proving[P, E]) Reload() error {
	p.attachment.EachCopy((*replica[P, E]).forgetPoints)
	return p.over.Reload(p.attachment, p.Key)
}

// Destroy zeroes a proof, also as generic code has it.
func (p *proving[P, E]) Destroy(made any) {
	p.over.Destroy(made)
	*p.proof = Proof[P, E]{}
}

// Forget does nothing: no secret is left to the verification.
func (*proving[P, E]) Forget() {}

// Rounds returns the times of the rounds, as far as they were made.
func (p *proving[P, E]) Rounds() []proof.Round { return p.rounds }
