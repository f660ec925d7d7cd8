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
			d, fillers := newDependencies(f, p.Code).blocks(), f.fillerCost()
			if plan := choose(d, fillers); plan != nil {
				schedule(f, plan, fillers)
			}
		}
	})
}

// OrderIn is [Order] for n workers, also where they do not pay.
func OrderIn(p *program.Program, system *constraint.System, n int) error {
	f := newFootprint(p, system)
	return try(func() {
		d, fillers := newDependencies(f, p.Code).blocks(), f.fillerCost()
		final(f)
		schedule(f, newPlan(d, n), fillers)
	})
}

// schedule cuts a program into the tasks of a plan.
func schedule(f *footprint, plan *plan, fillers uint64) {
	p := f.program
	t := newTasks(plan)
	c := newFillers(f, t)
	p.Schedule = &program.Schedule{
		Graph:  parallel.Graph{Tasks: t.graph.Tasks, Lanes: t.graph.Lanes, Fillers: c.after},
		Ranges: append(t.ranges, c.ranges...), First: t.first,
		Workers: len(plan.lanes), Work: plan.work + fillers, Time: plan.total(fillers),
	}
	for i := range c.ranges {
		p.Schedule.First = append(p.Schedule.First, uint32(len(t.ranges)+i+1))
	}
	p.Schedule.Final = t.final(p)
	p.Checks = c.checks
}

// fillerCost returns the cost of what fills the time of workers: the assertions, and the rows of a
// SparseR1CS.
func (f *footprint) fillerCost() (cost uint64) {
	for pc := 0; pc < len(f.program.Checks); {
		pc = f.operation(f.program.Checks, pc)
		cost += uint64(f.cost)
	}
	if f.program.Sparse {
		cost += costRow * uint64(f.program.Rows)
	}
	return cost
}
