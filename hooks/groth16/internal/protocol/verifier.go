package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
)

// verifier returns the function that finds proofs wrong. It verifies them with the verifying key,
// or else with the proving key and the system.
func (s *Solved[P1, P2, E]) verifier() (func(*Proof[P1, P2]) error, error) {
	vk := s.verifyingKey()
	if vk == nil {
		s.attachment.verifiedBy(byProvingKey)
		return s.verifyWithoutKey, nil
	}
	s.attachment.verifiedBy(byVerifyingKey)
	return func(proof *Proof[P1, P2]) error { return s.verify(proof, vk) }, s.fits(vk)
}

// verify returns an error if a proof must not leave. Our check is of the first one; those in its
// place are left to gnark's verifier.
func (s *Solved[P1, P2, E]) verify(proof *Proof[P1, P2], vk any) error {
	gnarks := func() error { return s.verifyByGnark(proof, vk) }
	k := s.keyed
	if s.keyed = nil; k == nil {
		return gnarks()
	}
	return k.agreement.Verify(func() error { return k.check(proof) }, gnarks)
}

// fits returns ErrKeyMismatch unless a verifying key fits the system and the proving key.
func (s *Solved[P1, P2, E]) fits(known any) error {
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
func (s *Solved[P1, P2, E]) verifyByGnark(proof *Proof[P1, P2], vk any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", ErrKeyMismatch, p)
		}
	}()
	public := slices.Clip(s.public) // the verifier appends to it
	// After an early error a goroutine of the verifier still reads its arguments.
	read := *proof
	return s.over.Verify(&read, vk, public,
		backend.WithVerifierHashToFieldFunction(s.config.HashToFieldFn))
}

// verifyWithoutKey returns an error unless a proof satisfies the verifier's equation. The proving
// key and the system give the equation.
func (s *Solved[P1, P2, E]) verifyWithoutKey(proof *Proof[P1, P2]) error {
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
func (s *Solved[P1, P2, E]) sameHashes(proof *Proof[P1, P2]) error {
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
