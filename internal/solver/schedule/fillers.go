package schedule

import (
	"cmp"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const longestFiller = 4000 // what a filler costs, and not much more

// fillers are the assertions in the order in which they can be checked, and cut into parts.
type fillers struct {
	checks []uint32 // reordered
	ranges []program.Range
	after  []uint32 // the number of tasks that a part needs
}

type assertion struct{ from, to, cost, after uint32 }

func newFillers(p *program.Program, system *constraint.System, t *tasks) *fillers {
	f, checks := program.NewFootprint(p, system), p.Checks
	var all []assertion
	for pc, end := range f.Operations(checks) {
		a := assertion{from: uint32(pc), to: uint32(end), cost: f.Cost}
		for _, x := range f.Reads {
			if i := t.writer[x]; i != 0 {
				a.after = max(a.after, t.task[i-1]+1)
			}
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b assertion) int { return cmp.Compare(a.after, b.after) })
	s := &fillers{checks: make([]uint32, 0, len(checks))}
	cost := uint64(longestFiller)
	for _, a := range all {
		if cost >= longestFiller {
			at := uint32(len(s.checks))
			s.ranges = append(s.ranges, program.Range{From: at, To: at})
			s.after = append(s.after, 0)
			cost = 0
		}
		last := len(s.after) - 1
		s.checks = append(s.checks, checks[a.from:a.to]...)
		s.after[last], s.ranges[last].To = a.after, uint32(len(s.checks))
		cost += uint64(a.cost)
	}
	return s
}
