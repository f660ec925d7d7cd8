package schedule

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Order orders a program by tasks, if it is wide enough to gain from several workers, and finds
// when its wires are known. It returns an error that wraps [program.ErrUnsupported] if the system's
// calldata is not well formed.
func Order(p *program.Program, system *constraint.System) error {
	f := newFootprint(p, system)
	return try(func() {
		if len(system.Levels) <= len(system.Instructions)/2 { // no chain
			d, checks := newDependencies(f, p.Code), f.work(p.Checks)
			if plan := choose(d, checks); plan != nil {
				schedule(f, plan, checks)
			}
		}
		final(f)
	})
}

// OrderIn is [Order] for n workers, also where they do not pay.
func OrderIn(p *program.Program, system *constraint.System, n int) error {
	f := newFootprint(p, system)
	return try(func() {
		d, checks := newDependencies(f, p.Code), f.work(p.Checks)
		schedule(f, newPlan(d, n), checks)
		final(f)
	})
}

// schedule orders a program by a plan.
func schedule(f *footprint, plan *plan, checks uint64) {
	p := f.program
	t := newTasks(plan)
	c := newFillers(f, t)
	p.Schedule = &program.Schedule{
		Graph: parallel.Graph{Tasks: t.graph.Tasks, Lanes: t.graph.Lanes, Fillers: c.after},
		Code:  t.code, Checks: c.at,
		Workers: len(plan.lanes), Work: plan.work + checks, Time: plan.total(checks),
	}
	p.Code, p.Checks = reordered(p.Code, plan.dependencies, t.operations), c.checks
}

// work returns the cost of operations.
func (f *footprint) work(code []uint32) (work uint64) {
	for pc := 0; pc < len(code); {
		pc = f.operation(code, pc)
		work += uint64(f.cost)
	}
	return work
}

// reordered returns the code with its operations in another order.
func reordered(code []uint32, d *dependencies, order []uint32) []uint32 {
	to := make([]uint32, 0, len(code))
	for _, i := range order {
		to = append(to, code[d.at[i]:d.at[i+1]]...)
	}
	return to
}
