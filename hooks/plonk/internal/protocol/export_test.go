package protocol

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Verdict says what our check and gnark's verifier think of a damaged proof.
type Verdict struct {
	Damage       string
	Ours, Gnarks error
}

// Judge damages all parts of the proof that was made, one at a time. The check has the challenges
// that the prover derived. outside is a point of a small order, or nil for a group without one.
func (over *Scheme[P, E]) Judge(
	half proof.Begun, outside any,
) (verdicts []Verdict, err error) {
	s := half.(*proof.Solved[*replica[P, E], E]).Steps().(*proving[P, E])
	f := s.scalars()
	by := s.linearisation()
	commitment, err := s.commitToLinearised(by)
	if err != nil {
		return nil, err
	}
	v, err := s.foldingChallenge(commitment, s.proof.Values)
	if err != nil {
		return nil, err
	}
	whole, inputs := *s.proof, s.public
	copied := func() {
		*s.proof, s.public = whole, slices.Clone(inputs)
		s.proof.Commitments = slices.Clone(whole.Commitments)
		s.proof.Values = slices.Clone(whole.Values)
	}
	judge := func(damage string) {
		s.evaluations = *device.ValuesOf(s.proof.Values[1:])
		c := s.checkAllButOpenings(s.linearisation(), v)
		verdicts = append(verdicts, Verdict{damage,
			s.checkOpenings(c, func(of [2]P) (bool, error) { return s.over.Pairs(s.Key, of) }),
			s.verifyByGnark(s.over.Proof(s.proof))})
		copied()
	}
	copied()
	judge("none")
	generator, one := s.key.Verifying.G1, f.One
	points := func() []*P {
		p := s.proof
		all := slices.Concat(pointers(p.LRO[:]), pointers(p.H[:]), pointers(p.Commitments))
		return append(all, &p.Z, &p.BatchedH, &p.ZShiftedH)
	}
	for i := range points() {
		point := points()[i]
		s.attachment.G1.Add(point, point, &generator)
		judge(fmt.Sprint("point ", i))
		*points()[i] = *new(P)
		judge(fmt.Sprint("infinite point ", i))
		if outside, ok := outside.(P); ok {
			point := points()[i]
			s.attachment.G1.Add(point, point, &outside)
			judge(fmt.Sprint("point outside the subgroup ", i))
		}
	}
	values := func() []*E {
		return slices.Concat(pointers(s.proof.Values), []*E{&s.proof.ZShifted}, pointers(s.public))
	}
	for i := range values() {
		value := values()[i]
		f.Add(value, value, &one)
		judge(fmt.Sprint("value ", i))
	}
	for i := range points()[1:] {
		all := points()
		*all[i], *all[i+1] = *all[i+1], *all[i]
		judge(fmt.Sprint("exchanged points ", i))
	}
	return verdicts, nil
}

// SetMaxTogether sets the largest domain whose wires are committed to together, until restored.
func SetMaxTogether(n int) (restore func()) {
	before := maxTogether
	maxTogether = n
	return func() { maxTogether = before }
}
