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
func (s *proving[P1, P2, E]) verifyingKey() any {
	if s.VerifyingKey != nil {
		return s.VerifyingKey
	}
	return s.attachment.verifyingKey.Load()
}

// keyless says whether the proof is verified, and has no verifying key for that.
func (s *proving[P1, P2, E]) keyless() bool { return !s.Unverified && !s.VerifiesGnarks() }

// VerifiesGnarks says whether a verifying key can check gnark's proofs. Nothing else could: nobody
// knows the values behind them.
func (s *proving[P1, P2, E]) VerifiesGnarks() bool { return s.verifyingKey() != nil }

// Verifier returns the function that finds proofs wrong. It verifies them with the verifying key,
// or else with the proving key and the system.
func (s *proving[P1, P2, E]) Verifier() (func(any) error, error) {
	vk := s.verifyingKey()
	if vk == nil {
		s.attachment.verifiedBy(byProvingKey)
		return func(proof any) error { return s.verifyWithoutKey(s.over.GenericProof(proof)) }, nil
	}
	s.attachment.verifiedBy(byVerifyingKey)
	return func(proof any) error { return s.verify(s.over.GenericProof(proof), vk) }, s.fits(vk)
}

// VerifyGnarks verifies a whole proof of gnark's, with a verifying key alone.
func (s *proving[P1, P2, E]) VerifyGnarks(proof any) error {
	known := s.verifyingKey()
	if known == nil {
		return nil
	}
	if err := s.fits(known); err != nil {
		return err
	}
	values, err := s.over.Field.Witness(s.Witness, ErrInvalidInput)
	if err != nil {
		return err
	}
	s.public = values[:s.system.GetNbPublicVariables()-1]
	if wrong := s.verify(s.over.GenericProof(proof), known); wrong != nil {
		s.Destroy(proof)
		return fmt.Errorf("%w: a proof of gnark's does not verify: %w", ErrKeyMismatch, wrong)
	}
	return nil
}

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (s *proving[P1, P2, E]) verify(proof *Proof[P1, P2], vk any) error {
	gnarks := func() error { return s.verifyByGnark(proof, vk) }
	k := s.keyed
	if s.keyed = nil; k == nil {
		return gnarks()
	}
	return k.agreement.Verify(func() error { return k.check(proof) }, gnarks)
}

// fits returns ErrKeyMismatch unless a verifying key fits the system and the proving key.
func (s *proving[P1, P2, E]) fits(known any) error {
	if err := s.over.fits(known, s.key); err != nil {
		return err
	}
	vk := s.over.VerifyingKey(known)
	ones := 1 // the constant wire
	has, want := len(vk.K)-vk.Commitments-ones, s.system.GetNbPublicVariables()-ones
	if has != want {
		return fmt.Errorf("%w: the verifying key has %d public inputs, the circuit %d",
			ErrKeyMismatch, has, want)
	}
	return nil
}

func (s *Scheme[P1, P2, E]) fits(known any, pk *Key[P1, P2, E]) error {
	vk := s.VerifyingKey(known)
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
func (s *proving[P1, P2, E]) verifyByGnark(proof *Proof[P1, P2], vk any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, p)
		}
	}()
	public := slices.Clip(s.public) // the verifier appends to it
	// After an early error a goroutine of the verifier still reads its arguments.
	read := *proof
	return s.over.Verify(&read, vk, public,
		backend.WithVerifierHashToFieldFunction(s.HashToFieldFn))
}

// verifyWithoutKey returns an error unless a proof satisfies the verifier's equation. The proving
// key and the system give the equation.
func (s *proving[P1, P2, E]) verifyWithoutKey(proof *Proof[P1, P2]) error {
	if s.by != nil {
		return s.by.verifyWithoutKey(proof)
	}
	e, err := s.equations.of(&s.over.Curve, s.system, s.key)
	if err != nil {
		return err
	}
	if err := s.sameHashes(proof); err != nil {
		return err
	}
	sums, err := s.disclosed.all(e, s.attachment)
	if err != nil {
		return err
	}
	return e.check(proof, s.knowledge, &sums)
}

var errOtherCommitments = errors.New("the commitments are of other values")

// sameHashes returns an error unless a proof's commitments hash to the solver's values. These are
// the values that the solver went on with. The proofs of knowledge have to fold to the proof's.
func (s *proving[P1, P2, E]) sameHashes(proof *Proof[P1, P2]) error {
	c := s.newCommitter()
	if len(proof.Commitments) != len(c.infos) || len(s.knowledge) != len(c.infos) {
		return errOtherCommitments
	}
	if len(c.infos) == 0 {
		return nil
	}
	wires := openWires(s.system)
	at := func(wire int) E {
		index, _ := slices.BinarySearch(wires, wire)
		return s.disclosed.values[0][index]
	}
	if err := c.sameHashes(proof.Commitments, at); err != nil {
		return err
	}
	folded, err := c.fold(s.knowledge, at)
	if err == nil && folded != proof.CommitmentPok {
		err = errOtherCommitments
	}
	return err
}

// Again returns the steps of the same proof again, which this one's verification goes on with.
func (s *proving[P1, P2, E]) Again(t *proof.Task[E]) (steps[P1, P2, E], error) {
	again, err := s.over.Steps(t)
	if err == nil {
		s.Forget()
		s.by = again.(*proving[P1, P2, E])
	}
	return again, err
}

// Gnarks has gnark's prover make a proof.
func (s *proving[P1, P2, E]) Gnarks(opts ...backend.ProverOption) (any, error) {
	made, err := s.over.Prove(s.CCS, s.Key, s.Witness, opts...)
	if err != nil {
		return nil, err
	}
	return s.over.Proof(made), nil
}

// Committing returns the function of a new committer.
func (s *proving[P1, P2, E]) Committing() own.Commit[E] { return s.newCommitter().commit }

// Reload has the next proof find the key loaded anew.
func (s *proving[P1, P2, E]) Reload() error { return s.over.reload(s.attachment, s.Key) }

// Destroy zeroes a proof.
func (s *proving[P1, P2, E]) Destroy(made any) {
	p := s.over.GenericProof(made)
	clear(p.Commitments)
	*p = Proof[P1, P2]{}
}

// Rounds returns none: gnark's line has the time of the whole.
func (*proving[P1, P2, E]) Rounds() []proof.Round { return nil }
