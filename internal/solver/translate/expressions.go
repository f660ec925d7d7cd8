package translate

import (
	"math"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// all is the index of no term: see [translator.expression].
const all = -1

// sort sorts the terms of an expression, but the skipped one. Terms are pairs of a coefficient and
// a wire.
func (t *translator) sort(terms []uint32, skip int) *sorted {
	s := &t.sorted
	s.reset()
	for i := 0; i < len(terms); i += 2 {
		coefficient, wire := terms[i], terms[i+1]
		switch {
		case coefficient == constraint.CoeffIdZero || i == skip:
		case wire == math.MaxUint32 || wire == 0 && !t.Sparse:
			s.constant = t.plus(s.constant, coefficient)
		case coefficient == constraint.CoeffIdOne:
			s.plus = append(s.plus, wire)
			s.budgetPlus++
		case coefficient == constraint.CoeffIdMinusOne:
			s.minus = append(s.minus, wire)
			s.budgetMinus++
		default:
			t.sortScaled(coefficient, wire)
		}
	}
	if s.constant == constraint.CoeffIdZero {
		s.constant = program.None
	}
	return s
}

func (t *translator) sortScaled(coefficient, wire uint32) {
	s := &t.sorted
	magnitude := t.constants.magnitudes[coefficient]
	terms, budget := &s.smallPlus, &s.budgetPlus
	if t.constants.negative[coefficient] {
		terms, budget = &s.smallMinus, &s.budgetMinus
	}
	if magnitude == 0 || *budget+magnitude > program.Budget-smallLimit {
		terms, budget, magnitude = &s.large, &s.budgetPlus, 1
	}
	*terms = append(*terms, coefficient, wire)
	*budget += magnitude
}

func (t *translator) plus(a, b uint32) uint32 {
	if a == program.None {
		return b
	}
	c := t.constants
	return c.id(c.field.Add(c.values[a], c.values[b]))
}

type shape struct{ plus, minus, smallPlus, smallMinus, large, constant int }

// expression appends the code of a linear expression. Its terms are pairs of a coefficient and a
// wire. It leaves out the pair at the index skip, or none for [all].
func (t *translator) expression(to, terms []uint32, skip int) []uint32 {
	s := t.sort(terms, skip)
	k := s.constant
	sh := shape{
		len(s.plus), len(s.minus), len(s.smallPlus) / 2, len(s.smallMinus) / 2, len(s.large) / 2, 1,
	}
	if k == program.None {
		sh.constant = 0
	}
	switch sh {
	case shape{}:
		return append(to, program.Zero)
	case shape{constant: 1}:
		return append(to, program.Constant, k)
	case shape{plus: 1}:
		return append(to, program.Wire, s.plus[0])
	case shape{plus: 2}:
		return append(to, program.Sum2, s.plus[0], s.plus[1])
	case shape{plus: 1, constant: 1}:
		return append(to, program.SumConstant, s.plus[0], k)
	case shape{plus: 2, constant: 1}:
		return append(to, program.Sum2Constant, s.plus[0], s.plus[1], k)
	case shape{plus: 1, minus: 1}:
		return append(to, program.Difference, s.plus[0], s.minus[0])
	case shape{minus: 1, constant: 1}:
		return append(to, program.ConstantMinus, k, s.minus[0])
	case shape{smallPlus: 1}, shape{smallMinus: 1}, shape{large: 1}:
		scaled := slices.Concat(s.smallPlus, s.smallMinus, s.large)
		if scaled[0] == constraint.CoeffIdTwo {
			return append(to, program.Double, scaled[1])
		} else if !isTwo(scaled[0]) {
			return append(to, program.Scaled, scaled[0], scaled[1])
		}
	case shape{plus: 1, smallPlus: 1}, shape{plus: 1, smallMinus: 1}, shape{plus: 1, large: 1}:
		scaled := slices.Concat(s.smallPlus, s.smallMinus, s.large)
		if t.bit[scaled[1]] {
			return append(to, program.SumBit, s.plus[0], scaled[0], scaled[1])
		}
		if !isTwo(scaled[0]) {
			return append(to, program.SumScaled, s.plus[0], scaled[0], scaled[1])
		}
	case shape{plus: len(s.plus)}:
		if len(s.plus) > program.MaxFew {
			return append(append(to, program.Sum, uint32(len(s.plus))), s.plus...)
		}
	}
	if few, ok := s.few(to); ok {
		return few
	}
	s.group()
	to = append(to, program.General,
		uint32(sh.plus), uint32(sh.minus), uint32(len(s.smallPlus)/2), uint32(sh.smallMinus),
		uint32(sh.large), uint32(s.nbGroups), k)
	to = append(append(to, s.plus...), s.minus...)
	to = append(append(to, s.smallPlus...), s.smallMinus...)
	return append(append(to, s.large...), s.groups...)
}

// constant returns the value of an expression without wires, if it is below 2^64.
func (t *translator) constant(terms []uint32) (uint64, bool) {
	t.scratch = t.expression(t.scratch[:0], terms, all)
	switch t.scratch[0] {
	case program.Zero:
		return 0, true
	case program.Constant:
		return t.constants.field.Uint64(t.constants.values[t.scratch[1]])
	}
	return 0, false
}
