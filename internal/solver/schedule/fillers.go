package schedule

import (
	"cmp"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const longestFiller = 4000 // the maximum cost of a filler, or a little less

type assertion struct{ from, to, cost, after uint32 }

// fillers reorders the assertions by when they can be checked, and cuts them into parts. It returns
// their code, the parts, and the number of tasks that each part needs.
func fillers(
	p *program.Program, system *constraint.System, t *tasks,
) (checks []uint32, ranges []program.Range, after []uint32) {
	var all []assertion
	f := program.NewFootprint(p, system)
	for pc, end := range f.Operations(p.Checks) {
		a := assertion{from: uint32(pc), to: uint32(end), cost: f.Cost}
		for _, x := range f.Reads {
			if i := t.writer[x]; i != 0 {
				a.after = max(a.after, t.task[i-1]+1)
			}
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b assertion) int { return cmp.Compare(a.after, b.after) })
	checks = make([]uint32, 0, len(p.Checks))
	cost := uint32(longestFiller)
	for _, a := range all {
		if cost >= longestFiller {
			ranges = append(ranges, program.Range{From: uint32(len(checks))})
			after = append(after, 0)
			cost = 0
		}
		last := len(after) - 1
		checks = append(checks, p.Checks[a.from:a.to]...)
		after[last], ranges[last].To = a.after, uint32(len(checks))
		cost += a.cost
	}
	return checks, ranges, after
}
