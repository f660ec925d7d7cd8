package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
)

// VerifyWithoutKey returns an error if a proof must not leave. It asks the proving key and the
// system, which tell wholly for most systems.
func (s *Solved[P1, P2, E, S]) VerifyWithoutKey(proof *Proof[P1, P2]) error {
	e, err := s.attachment.equations.of(s.attachment.Curve, s.system, s.key)
	s.attachment.recommend(err == nil)
	if errors.Is(err, errUnwritten) || s.byGnark && len(s.system.Commitments()) > 0 {
		return s.sameScalars()
	}
	if err != nil {
		return err
	}
	if err := s.sameCommitments(proof); err != nil {
		return err
	}
	return e.check(proof, s.visible)
}

var errOtherCommitments = errors.New("the commitments are of other values")

// sameCommitments computes a proof's commitments anew, on the CPU, and what they hash to.
func (s *Solved[P1, P2, E, S]) sameCommitments(proof *Proof[P1, P2]) error {
	c := newCommitter(
		s.system.Commitments(), s.key.Commitments, s.attachment.Accelerator,
		s.config.HashToFieldFn)
	if len(c.infos) == 0 {
		return nil
	}
	g1 := s.attachment.G1
	c.multiExp = func(points []P1, scalars []E) (sum P1, err error) {
		_, err = g1.MultiExp(&sum, points, scalars, ecc.MultiExpConfig{})
		return sum, err
	}
	wires, _ := visibleWires(s.system)
	at := func(wire int) E {
		position, _ := slices.BinarySearch(wires, wire)
		return s.visible[position]
	}
	if err := c.commitAnew(at); err != nil {
		return err
	}
	knowledge := make([]P1, len(c.infos))
	for i := range knowledge {
		var err error
		knowledge[i], err = c.multiExp(c.keys[i].BasisExpSigma, c.values[i])
		if err != nil {
			return fmt.Errorf("proof of knowledge %d: %w", i, err)
		}
	}
	folded, err := c.fold(knowledge, at)
	if err == nil && !(slices.Equal(c.points, proof.Commitments) && folded == proof.CommitmentPok) {
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
}

// ProvedByGnark says that the proof to verify is one by gnark. Nobody knows its sums over B, nor
// the values that it has committed to.
func (s *Solved[P1, P2, E, S]) ProvedByGnark() { s.byGnark = true }
