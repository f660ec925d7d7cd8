package protocol

import (
	"errors"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
)

// VerifyWithoutKey returns an error if a proof must not leave. It asks the proving key and the
// system, which tell wholly for most systems.
func (s *Solved[P1, P2, E, S]) VerifyWithoutKey(proof *Proof[P1, P2]) error {
	e, err := s.attachment.equations.of(s.attachment.Accelerator, s.system, s.key)
	s.attachment.recommend(err == nil)
	if errors.Is(err, errUnwritten) || s.byGnark && len(s.system.Commitments()) > 0 {
		return s.sameScalars()
	}
	if err != nil {
		return err
	}
	if err := s.sameHashes(proof); err != nil {
		return err
	}
	return e.check(proof, s.knowledge, s.visible)
}

var errOtherCommitments = errors.New("the commitments are of other values")

// sameHashes returns an error unless the hashes of a proof's commitments are those that the solver
// went on with, and unless the proofs of knowledge fold to the proof's.
func (s *Solved[P1, P2, E, S]) sameHashes(proof *Proof[P1, P2]) error {
	c := newCommitter(
		s.system.Commitments(), s.key.Commitments, s.attachment.Accelerator,
		s.config.HashToFieldFn)
	if len(proof.Commitments) != len(c.infos) || len(s.knowledge) != len(c.infos) {
		return errOtherCommitments
	}
	if len(c.infos) == 0 {
		return nil
	}
	wires := visibleWires(s.system)
	at := func(wire int) E {
		position, _ := slices.BinarySearch(wires, wire)
		return s.visible[position]
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

// errInconsistent: the device returned sums that contradict each other.
var errInconsistent = errors.New("the sums over B in G1 and in G2 are of other scalars")

// sameScalars returns an error unless the proof's sums over B are of the same scalars. Both groups
// have one: e(ΣB, g₂) = e(g₁, ΣB). It misses most damage.
func (s *Solved[P1, P2, E, S]) sameScalars() error {
	b, b2 := s.b, s.b2
	if s.byGnark {
		var err error
		if b, b2, err = s.randomSums(); err != nil {
			return err
		}
	}
	pairing, g1 := &s.attachment.Pairing, s.attachment.G1
	var negative P1
	g1.Sub(&negative, &negative, &pairing.Generator1)
	one, err := pairing.With([]P1{b, negative}, []P2{pairing.Generator2, b2})
	if err != nil {
		return err
	}
	if same, err := one(nil, nil); err != nil || !same {
		return errors.Join(err, errInconsistent)
	}
	s.replica.engine.CountPartlyVerified()
	return nil
}

// randomSums returns the sums over B with random scalars, computed on the CPU. They contradict each
// other if the key itself does.
func (s *Solved[P1, P2, E, S]) randomSums() (b P1, b2 P2, err error) {
	scalars := make([]E, len(s.key.B))
	for i := range scalars {
		if _, err := S(&scalars[i]).SetRandom(); err != nil {
			return b, b2, err
		}
	}
	_, err = s.attachment.G1.MultiExp(&b, s.key.B, scalars, ecc.MultiExpConfig{})
	if err != nil {
		return b, b2, err
	}
	_, err = s.attachment.G2.MultiExp(&b2, s.key.B2, scalars, ecc.MultiExpConfig{})
	return b, b2, err
}

// ProvedBy says that the proof to verify is another one's. Its commitments are masked anew.
func (s *Solved[P1, P2, E, S]) ProvedBy(another *Solved[P1, P2, E, S]) {
	clear(s.visible)
	s.b, s.b2, s.visible = another.b, another.b2, another.visible
	s.knowledge = another.knowledge
}

// ProvedByGnark says that the proof to verify is one by gnark. Nobody knows its sums over B, nor
// the values that it has committed to.
func (s *Solved[P1, P2, E, S]) ProvedByGnark() { s.byGnark = true }
