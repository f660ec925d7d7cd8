package translate

import (
	"math"

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
		case t.isUnit(wire):
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

// isUnit reports whether a wire stands for one.
func (t *translator) isUnit(wire uint32) bool {
	return wire == math.MaxUint32 || wire == 0 && !t.Sparse
}

func (t *translator) sortScaled(coefficient, wire uint32) {
	s := &t.sorted
	magnitude, negative := t.constants.magnitude(coefficient)
	terms, budget := &s.smallPlus, &s.budgetPlus
	if negative {
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
	return c.id(c.field.Add(c.value(a), c.value(b)))
}

// shape says how many terms of each sort an expression has. Four bits each count them up to 15.
type shape uint32

const (
	onePlus shape = 1 << (4 * iota)
	oneMinus
	oneSmallPlus
	oneSmallMinus
	oneLarge
	oneConstant
)

func (s *sorted) shape() shape {
	n := onePlus*bounded(len(s.plus)) + oneMinus*bounded(len(s.minus)) +
		oneSmallPlus*bounded(len(s.smallPlus)/2) + oneSmallMinus*bounded(len(s.smallMinus)/2) +
		oneLarge*bounded(len(s.large)/2)
	if s.constant != program.None {
		n += oneConstant
	}
	return n
}

func bounded(n int) shape { return shape(min(n, 15)) }

// expression appends the code of a linear expression. Its terms are pairs of a coefficient and a
// wire. It leaves out the pair at the index skip, or none for [all].
func (t *translator) expression(to, terms []uint32, skip int) []uint32 {
	if len(terms) == 2 && skip == all {
		switch coefficient, wire := terms[0], terms[1]; {
		case coefficient == constraint.CoeffIdZero:
			return append(to, program.Zero)
		case t.isUnit(wire):
			return append(to, program.Constant, coefficient)
		case coefficient == constraint.CoeffIdOne:
			return append(to, program.Wire, wire)
		}
	}
	s := t.sort(terms, skip)
	if to, ok := t.short(to, s); ok {
		return to
	}
	if few, ok := s.few(to); ok {
		return few
	}
	return s.general(to)
}

// short appends the code of an expression whose few terms have a kind of their own.
func (t *translator) short(to []uint32, s *sorted) ([]uint32, bool) {
	k := s.constant
	switch n := s.shape(); n {
	case 0:
		return append(to, program.Zero), true
	case oneConstant:
		return append(to, program.Constant, k), true
	case onePlus:
		return append(to, program.Wire, s.plus[0]), true
	case 2 * onePlus:
		return append(to, program.Sum2, s.plus[0], s.plus[1]), true
	case onePlus + oneConstant:
		return append(to, program.SumConstant, s.plus[0], k), true
	case 2*onePlus + oneConstant:
		return append(to, program.Sum2Constant, s.plus[0], s.plus[1], k), true
	case onePlus + oneMinus:
		return append(to, program.Difference, s.plus[0], s.minus[0]), true
	case oneMinus + oneConstant:
		return append(to, program.ConstantMinus, k, s.minus[0]), true
	case oneSmallPlus, oneSmallMinus, oneLarge:
		coefficient, wire := s.scaled()
		if coefficient == constraint.CoeffIdTwo {
			return append(to, program.Double, wire), true
		} else if !isTwo(coefficient) {
			return append(to, program.Scaled, coefficient, wire), true
		}
	case onePlus + oneSmallPlus, onePlus + oneSmallMinus, onePlus + oneLarge:
		coefficient, wire := s.scaled()
		if t.isBit(wire) {
			return append(to, program.SumBit, s.plus[0], coefficient, wire), true
		}
		if !isTwo(coefficient) {
			return append(to, program.SumScaled, s.plus[0], coefficient, wire), true
		}
	case bounded(len(s.plus)) * onePlus:
		if len(s.plus) > program.MaxFew {
			return append(append(to, program.Sum, uint32(len(s.plus))), s.plus...), true
		}
	}
	return to, false
}

// general appends a [program.General].
func (s *sorted) general(to []uint32) []uint32 {
	s.group()
	to = append(to, program.General,
		uint32(len(s.plus)), uint32(len(s.minus)), uint32(len(s.smallPlus)/2),
		uint32(len(s.smallMinus)/2), uint32(len(s.large)/2), uint32(s.nbGroups), s.constant)
	to = append(append(to, s.plus...), s.minus...)
	to = append(append(to, s.smallPlus...), s.smallMinus...)
	return append(append(to, s.large...), s.groups...)
}

// constant returns the value of an expression without wires, if it is below 2^64.
func (t *translator) constant(terms []uint32) (uint64, bool) {
	if len(terms) == 2 && t.isUnit(terms[1]) {
		return t.constants.uint64(terms[0])
	}
	t.scratch = t.expression(t.scratch[:0], terms, all)
	switch t.scratch[0] {
	case program.Zero:
		return 0, true
	case program.Constant:
		return t.constants.uint64(t.scratch[1])
	}
	return 0, false
}
