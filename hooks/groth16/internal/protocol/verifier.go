package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// verifyingKey returns the key that the options gave, or else [Scheme.Attach]; nil if neither did.
func (p *proving[P1, P2, E]) verifyingKey() any {
	if p.VerifyingKey != nil {
		return p.VerifyingKey
	}
	return p.attachment.verifyingKey.Load()
}

// keyless says whether the proof is verified, and has no verifying key for that.
func (p *proving[P1, P2, E]) keyless() bool { return !p.Unverified && !p.VerifiesGnarks() }

// VerifiesGnarks says whether a verifying key can check gnark's proofs. Nothing else could: nobody
// knows the values behind them.
func (p *proving[P1, P2, E]) VerifiesGnarks() bool { return p.verifyingKey() != nil }

// Verifier returns the function that finds proofs wrong. It verifies them with the verifying key,
// or else with the proving key and the system.
func (p *proving[P1, P2, E]) Verifier() (func(any) error, error) {
	vk := p.verifyingKey()
	if vk == nil {
		p.attachment.verifiedBy(byProvingKey)
		return func(proof any) error { return p.verifyWithoutKey(p.over.GenericProof(proof)) }, nil
	}
	p.attachment.verifiedBy(byVerifyingKey)
	return func(proof any) error { return p.verify(p.over.GenericProof(proof), vk) }, p.fits(vk)
}

// VerifyGnarks verifies a whole proof of gnark's, with a verifying key alone.
func (p *proving[P1, P2, E]) VerifyGnarks(made any) error {
	vk := p.verifyingKey()
	if vk == nil {
		return nil
	}
	if err := p.fits(vk); err != nil {
		return err
	}
	values, err := p.Values()
	if err != nil {
		return err
	}
	p.public = values[:p.system.GetNbPublicVariables()-1]
	if wrong := p.verify(p.over.GenericProof(made), vk); wrong != nil {
		p.Destroy(made)
		return fmt.Errorf("%w: a proof of gnark's does not verify: %w", ErrKeyMismatch, wrong)
	}
	return nil
}

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (p *proving[P1, P2, E]) verify(proof *Proof[P1, P2], vk any) error {
	gnarks := func() error { return p.verifyByGnark(proof, vk) }
	k := p.keyed
	if p.keyed = nil; k == nil {
		return gnarks()
	}
	return k.agreement.Verify(func() error { return k.check(proof) }, gnarks)
}

// fits returns ErrKeyMismatch unless a verifying key fits the system and the proving key.
func (p *proving[P1, P2, E]) fits(gnarks any) error {
	if err := p.over.fits(gnarks, p.key); err != nil {
		return err
	}
	vk := p.over.VerifyingKey(gnarks)
	ones := 1 // the constant wire
	has, want := len(vk.K)-len(vk.Commitments)-ones, p.system.GetNbPublicVariables()-ones
	if has != want {
		return fmt.Errorf("%w: the verifying key has %d public inputs, the circuit %d",
			ErrKeyMismatch, has, want)
	}
	return nil
}

func (s *Scheme[P1, P2, E]) fits(gnarks any, pk *Key[P1, P2, E]) error {
	vk := s.VerifyingKey(gnarks)
	switch {
	case vk == nil:
		return fmt.Errorf("%w: a verifying key over another curve than %s",
			ErrKeyMismatch, s.Field.Curve)
	case vk.Alpha != pk.Alpha || vk.Beta != pk.Beta2 || vk.Delta != pk.Delta2:
		return fmt.Errorf("%w: the verifying key is of another setup than the proving key",
			ErrKeyMismatch)
	}
	return nil
}

// verifyByGnark runs gnark's verifier, with the prover's hash.
func (p *proving[P1, P2, E]) verifyByGnark(proof *Proof[P1, P2], vk any) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, panicked)
		}
	}()
	public := slices.Clip(p.public) // the verifier appends to it
	// After an early error a goroutine of the verifier still reads its arguments.
	read := *proof
	return p.over.Verify(&read, vk, public,
		backend.WithVerifierHashToFieldFunction(p.HashToFieldFn))
}

// verifyWithoutKey returns an error unless a proof satisfies the verifier's equation. The proving
// key and the system give the equation.
func (p *proving[P1, P2, E]) verifyWithoutKey(proof *Proof[P1, P2]) error {
	if p.by != nil {
		return p.by.verifyWithoutKey(proof)
	}
	e, err := p.equations.of(&p.over.Curve, p.system, p.key)
	if err != nil {
		return err
	}
	if err := p.sameHashes(proof); err != nil {
		return err
	}
	sums, err := p.disclosed.all(e, p.attachment)
	if err != nil {
		return err
	}
	return e.check(proof, p.knowledge, &sums)
}

var errOtherCommitments = errors.New("the commitments are of other values")

// sameHashes returns an error unless a proof's commitments hash to the solver's values. These are
// the values that the solver went on with. The proofs of knowledge have to fold to the proof's.
func (p *proving[P1, P2, E]) sameHashes(proof *Proof[P1, P2]) error {
	c := p.newCommitter()
	if len(proof.Commitments) != len(c.infos) || len(p.knowledge) != len(c.infos) {
		return errOtherCommitments
	}
	if len(c.infos) == 0 {
		return nil
	}
	wires := openWires(p.system)
	at := func(wire int) E {
		index, _ := slices.BinarySearch(wires, wire)
		return p.disclosed.values[0][index]
	}
	if err := c.sameHashes(proof.Commitments, at); err != nil {
		return err
	}
	folded, err := c.fold(p.knowledge, at)
	if err == nil && folded != proof.CommitmentPok {
		err = errOtherCommitments
	}
	return err
}

// Again returns the steps of the same proof again. This one's verification goes on with its proof.
func (p *proving[P1, P2, E]) Again(t *proof.Task[E]) (steps[P1, P2, E], error) {
	again, err := p.over.Steps(t)
	if err == nil {
		p.Forget()
		p.by = again.(*proving[P1, P2, E])
	}
	return again, err
}

// Gnarks has gnark's prover make a proof.
func (p *proving[P1, P2, E]) Gnarks(opts ...backend.ProverOption) (any, error) {
	return p.over.Prove(p.CCS, p.Key, p.Witness, opts...)
}

// Committing returns the function of a new committer.
func (p *proving[P1, P2, E]) Committing() own.Commit[E] { return p.newCommitter().commit }

// Reload has the next proof find the key loaded anew.
func (p *proving[P1, P2, E]) Reload() error { return p.over.Reload(p.attachment, p.Key) }

// Destroy zeroes a proof.
func (p *proving[P1, P2, E]) Destroy(made any) {
	proof := p.over.GenericProof(made)
	clear(proof.Commitments)
	*proof = Proof[P1, P2]{}
}

// Rounds returns none: gnark's line has the time of the whole.
func (*proving[P1, P2, E]) Rounds() []proof.Round { return nil }
