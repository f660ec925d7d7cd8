package translate

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type sorted struct {
	plus, minus             []uint32 // wires
	smallPlus, smallMinus   []uint32 // pairs of a coefficient and a wire
	large                   []uint32 // pairs of a coefficient and a wire
	groups                  []uint32 // of a coefficient, a number of wires, and the wires
	nbGroups                int
	constant                uint32 // or None
	budgetPlus, budgetMinus uint64 // the magnitudes of the accumulated terms, added up
	ordered                 []term // scratch of group
}

// reset writes lengths alone. Each write of a pointer asks whether garbage is collected.
func (s *sorted) reset() {
	s.plus, s.minus = s.plus[:0], s.minus[:0]
	s.smallPlus, s.smallMinus = s.smallPlus[:0], s.smallMinus[:0]
	s.large, s.groups, s.ordered = s.large[:0], s.groups[:0], s.ordered[:0]
	s.nbGroups, s.constant = 0, program.None
	s.budgetPlus, s.budgetMinus = 0, 0
}

// scaled returns the only term with a coefficient other than one and minus one.
func (s *sorted) scaled() (coefficient, wire uint32) {
	for _, terms := range [...][]uint32{s.smallPlus, s.smallMinus, s.large} {
		if len(terms) > 0 {
			return terms[0], terms[1]
		}
	}
	return constraint.CoeffIdZero, 0
}

// few appends a [program.Few], if the terms are ones.
func (s *sorted) few(to []uint32) ([]uint32, bool) {
	n := len(s.plus) + len(s.minus) + (len(s.smallPlus)+len(s.smallMinus))/2
	if n > program.MaxFew || len(s.large) > 0 {
		return to, false
	}
	whole := len(to)
	to = append(to, program.Few, s.constant, uint32(n))
	for _, wire := range s.plus {
		to = append(to, fewTerm(wire, program.FewPlus))
	}
	for _, wire := range s.minus {
		to = append(to, fewTerm(wire, program.FewMinus))
	}
	for i, terms := range [2][]uint32{s.smallPlus, s.smallMinus} {
		for ; len(terms) > 0; terms = terms[2:] {
			if !isTwo(terms[0]) {
				return to[:whole], false
			}
			to = append(to, fewTerm(terms[1], program.FewPlusDouble+uint32(i)))
		}
	}
	return to, true
}

func fewTerm(wire, coefficient uint32) uint32 { return wire<<2 | coefficient }

type term struct{ coefficient, wire uint32 }

func isTwo(coefficient uint32) bool {
	return coefficient == constraint.CoeffIdTwo || coefficient == constraint.CoeffIdMinusTwo
}
