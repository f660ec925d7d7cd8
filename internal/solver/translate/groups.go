package translate

import (
	"cmp"
	"slices"
)

const minGroup = 3 // wires from which it pays to add them before they are multiplied

const minGrouped = 6 // terms from which groups are looked for

// group moves small positive terms that have a coefficient in common to groups.
func (s *sorted) group() {
	if len(s.smallPlus) < 2*minGrouped {
		return
	}
	for i := 0; i < len(s.smallPlus); i += 2 {
		s.ordered = append(s.ordered, term{s.smallPlus[i], s.smallPlus[i+1]})
	}
	slices.SortStableFunc(s.ordered, func(x, y term) int {
		return cmp.Compare(x.coefficient, y.coefficient)
	})
	s.smallPlus = s.smallPlus[:0]
	for rest := s.ordered; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].coefficient == rest[0].coefficient {
			n++
		}
		s.append(rest[:n])
		rest = rest[n:]
	}
}

func (s *sorted) append(terms []term) {
	if len(terms) < minGroup {
		for _, t := range terms {
			s.smallPlus = append(s.smallPlus, t.coefficient, t.wire)
		}
		return
	}
	s.nbGroups++
	s.groups = append(s.groups, terms[0].coefficient, uint32(len(terms)))
	for _, t := range terms {
		s.groups = append(s.groups, t.wire)
	}
}
