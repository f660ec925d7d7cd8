package schedule

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Order cuts a program into tasks, if it is wide enough to gain from several workers, and finds
// when its wires are known. It returns an error that wraps [program.ErrUnsupported] if the system's
// calldata is not well formed.
func Order(p *program.Program, system *constraint.System) error {
	f := newFootprint(p, system)
	return try(func() {
		final(f)
		if len(system.Levels) <= len(system.Instructions)/2 { // no chain
			d, checks := newDependencies(f, p.Code).blocks(), f.work(p.Checks)
			if plan := choose(d, checks); plan != nil {
				schedule(f, plan, checks)
			}
		}
	})
}

// OrderIn is [Order] for n workers, also where they do not pay.
func OrderIn(p *program.Program, system *constraint.System, n int) error {
	f := newFootprint(p, system)
	return try(func() {
		d, checks := newDependencies(f, p.Code).blocks(), f.work(p.Checks)
		final(f)
		schedule(f, newPlan(d, n), checks)
	})
}

// schedule cuts a program into the tasks of a plan.
func schedule(f *footprint, plan *plan, checks uint64) {
	p := f.program
	t := newTasks(plan)
	c := newFillers(f, t)
	p.Schedule = &program.Schedule{
		Graph:  parallel.Graph{Tasks: t.graph.Tasks, Lanes: t.graph.Lanes, Fillers: c.after},
		Ranges: append(t.ranges, c.ranges...), First: t.first,
		Workers: len(plan.lanes), Work: plan.work + checks, Time: plan.total(checks),
	}
	for i := range c.ranges {
		p.Schedule.First = append(p.Schedule.First, uint32(len(t.ranges)+i+1))
	}
	p.Schedule.Final = t.final(p)
	p.Checks = c.checks
}

// work returns the cost of operations.
func (f *footprint) work(code []uint32) (work uint64) {
	for pc := 0; pc < len(code); {
		pc = f.operation(code, pc)
		work += uint64(f.cost)
	}
	return work
}
