package schedule

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Order cuts a program into tasks, if it is wide enough to gain from several workers, and finds
// when its wires are known. It returns an error that wraps [program.ErrUnsupported] if the system's
// calldata is not well formed.
func Order(p *program.Program, system *constraint.System) error {
	chain := len(system.Levels) > len(system.Instructions)/2
	return order(p, system, func(f *program.Footprint) *plan {
		if chain {
			return nil
		}
		return choose(newDependencies(f, p.Code).blocks(), assertionCost(f, p))
	})
}

// OrderIn is [Order] for n workers, also where they do not pay.
func OrderIn(p *program.Program, system *constraint.System, n int) error {
	return order(p, system, func(f *program.Footprint) *plan {
		return newPlan(newDependencies(f, p.Code).blocks(), n)
	})
}

// order finds when a program's wires are known, and cuts it into the tasks of a plan if there is
// one.
func order(
	p *program.Program, system *constraint.System, planned func(*program.Footprint) *plan,
) error {
	return try(func() {
		f := program.NewFootprint(p, system)
		final(f, p)
		if plan := planned(f); plan != nil {
			cut(f, p, plan)
		}
	})
}

// cut cuts a program into the tasks of a plan.
func cut(f *program.Footprint, p *program.Program, plan *plan) {
	t := newTasks(plan)
	c := newFillers(f, p.Checks, t)
	assertions := assertionCost(f, p)
	p.Schedule = &program.Schedule{
		Graph:  parallel.Graph{Tasks: t.graph.Tasks, Lanes: t.graph.Lanes, Fillers: c.after},
		Ranges: append(t.ranges, c.ranges...), First: t.first,
		Workers: len(plan.lanes), Work: plan.work + assertions, Time: plan.total(assertions),
	}
	for i := range c.ranges {
		p.Schedule.First = append(p.Schedule.First, uint32(len(t.ranges)+i+1))
	}
	p.Schedule.Final = t.final(p)
	p.Checks = c.checks
}

// assertionCost returns the cost of what fills the time of workers: the assertions, and the rows of
// a SparseR1CS.
func assertionCost(f *program.Footprint, p *program.Program) (cost uint64) {
	for pc := 0; pc < len(p.Checks); {
		pc = f.Operation(p.Checks, pc)
		cost += uint64(f.Cost)
	}
	if p.Sparse {
		cost += program.CostRow * uint64(p.Rows)
	}
	return cost
}

// ArithmeticOf returns the arithmetic of a program, assertions included.
func ArithmeticOf(p *program.Program, system *constraint.System) (a program.Arithmetic, err error) {
	err = try(func() {
		f := program.NewFootprint(p, system)
		for _, code := range [][]uint32{p.Code, p.Checks} {
			for pc := 0; pc < len(code); {
				pc = f.Operation(code, pc)
			}
		}
		a = f.Arithmetic
	})
	return a, err
}

// try runs f, which reads the calldata of a system that may come from a file. An error wraps
// [program.ErrUnsupported].
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", program.ErrUnsupported, r)
		}
	}()
	f()
	return nil
}
