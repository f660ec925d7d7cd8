package schedule

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Order cuts a program into tasks for a number of workers. It finds when wires are known. For
// 0 workers it chooses the number, and cuts no program that gains too little from several. An error
// wraps [program.ErrUnsupported]: the system's calldata is not well formed.
func Order(p *program.Program, system *constraint.System, workers int) error {
	return try(func() {
		final(p, system)
		chain := len(system.Levels) > len(system.Instructions)/2
		if chain && workers == 0 {
			return
		}
		d := newDependencies(p, system).blocks()
		assertions := assertionCost(p, system)
		if workers > 0 {
			cut(p, system, newPlan(d, workers), assertions)
		} else if plan := choose(d, assertions); plan != nil {
			cut(p, system, plan, assertions)
		}
	})
}

func cut(p *program.Program, system *constraint.System, plan *plan, assertions uint64) {
	t := newTasks(plan)
	checks, ranges, after := fillers(p, system, t)
	p.Schedule = &program.Schedule{
		Graph:  parallel.Graph{Tasks: t.graph.Tasks, Queues: t.graph.Queues, Fillers: after},
		Ranges: append(t.ranges, ranges...), First: t.first,
		Workers: len(plan.queues), Work: plan.work + assertions, Time: plan.total(assertions),
	}
	for i := range ranges {
		p.Schedule.First = append(p.Schedule.First, uint32(len(t.ranges)+i+1))
	}
	p.Schedule.Final = t.final(p)
	p.Checks = checks
}

// assertionCost returns the cost of work that fills gaps: assertions, and rows of a SparseR1CS.
func assertionCost(p *program.Program, system *constraint.System) (cost uint64) {
	f := program.NewFootprint(p, system)
	for range f.Operations(p.Checks) {
		cost += uint64(f.Cost)
	}
	if p.Sparse {
		cost += program.CostRow * uint64(p.Rows)
	}
	return cost
}

func ArithmeticOf(p *program.Program, system *constraint.System) (a program.Arithmetic, err error) {
	err = try(func() {
		f := program.NewFootprint(p, system)
		for _, code := range [][]uint32{p.Code, p.Checks} {
			for range f.Operations(code) { //nolint:revive // the footprint adds up
			}
		}
		a = f.Arithmetic
	})
	return a, err
}

// try makes an [program.ErrUnsupported] of a panic over calldata. The system may be a file's.
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", program.ErrUnsupported, r)
		}
	}()
	f()
	return nil
}
