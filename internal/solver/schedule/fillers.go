package schedule

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const longestFiller = 4000 // the maximum cost of a filler, or a little less

// assertions are a program's, in its order. The cost is that of all work that fills gaps: theirs,
// and that of a SparseR1CS's rows.
type assertions struct {
	all  []assertion
	cost uint64
}

// assertion can be checked after some tasks.
type assertion struct{ from, to, cost, after uint32 }

func assertionsOf(p *program.Program, system *constraint.System) *assertions {
	a := new(assertions)
	f := program.NewFootprint(p, system)
	for pc, end := range f.Operations(p.Checks) {
		a.all = append(a.all, assertion{from: uint32(pc), to: uint32(end), cost: f.Cost})
		a.cost += uint64(f.Cost)
	}
	if p.Sparse {
		a.cost += program.CostRow * uint64(p.Rows)
	}
	return a
}

// ask finds when the assertions can be checked.
func (a *assertions) ask(p *program.Program, system *constraint.System, t *tasks) error {
	var chunks parallel.Tasks // whose panics, over calldata, are errors
	length := max(1, parallel.ChunkLength(len(a.all)))
	for some := range slices.Chunk(a.all, length) {
		chunks.Go(func() error {
			return try(func() { t.ask(program.NewFootprint(p, system), p.Checks, some) })
		})
	}
	return chunks.Wait()
}

func (t *tasks) ask(f *program.Footprint, checks []uint32, some []assertion) {
	for i := range some {
		f.Operation(checks, int(some[i].from))
		for _, x := range f.Reads {
			if writer := t.writer[x]; writer != 0 {
				some[i].after = max(some[i].after, t.task[writer-1]+1)
			}
		}
	}
}

// fillers reorders the assertions by when they can be checked, and cuts them into parts. It returns
// their code, the parts, and the number of tasks that each part needs.
func (a *assertions) fillers(
	p *program.Program, t *tasks,
) (checks []uint32, ranges []program.Range, after []uint32) {
	checks = make([]uint32, 0, len(p.Checks))
	cost := uint32(longestFiller)
	for _, c := range a.ordered(len(t.graph.Tasks)) {
		if cost >= longestFiller {
			ranges = append(ranges, program.Range{From: uint32(len(checks))})
			after = append(after, 0)
			cost = 0
		}
		last := len(after) - 1
		checks = append(checks, p.Checks[c.from:c.to]...)
		after[last], ranges[last].To = c.after, uint32(len(checks))
		cost += c.cost
	}
	return checks, ranges, after
}

// ordered sorts the assertions by the number of tasks before them, by counting.
func (a *assertions) ordered(tasks int) []assertion {
	first := make([]uint32, tasks+2)
	for _, c := range a.all {
		first[c.after+1]++
	}
	for i := range first[1:] {
		first[i+1] += first[i]
	}
	ordered := make([]assertion, len(a.all))
	for _, c := range a.all {
		ordered[first[c.after]] = c
		first[c.after]++
	}
	return ordered
}
