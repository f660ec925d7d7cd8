package schedule

import (
	"cmp"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Order cuts a program into tasks for a number of workers. It finds when wires are known. For
// 0 workers it chooses the number, and cuts no program that gains too little from several. An error
// wraps [program.ErrUnsupported]: the system's calldata is not well formed.
func Order(p *program.Program, system *constraint.System, workers int) error {
	if chain := len(system.Levels) > len(system.Instructions)/2; chain && workers == 0 {
		return try(func() { final(p, system) })
	}
	var d *dependencies
	var a *assertions
	var walks parallel.Tasks // over all operations
	for _, walk := range []func(){
		func() { d = newDependencies(p, system).blocks() },
		func() { a = assertionsOf(p, system) },
		func() { final(p, system) },
	} {
		walks.Go(func() error { return try(walk) })
	}
	if err := walks.Wait(); err != nil {
		return err
	}
	var err error
	panicked := try(func() {
		if workers > 0 {
			err = cut(p, system, newPlan(d, workers), a)
		} else if plan := choose(d, a.cost); plan != nil {
			err = cut(p, system, plan, a)
		}
	})
	return cmp.Or(panicked, err)
}

func cut(p *program.Program, system *constraint.System, plan *plan, a *assertions) error {
	t := newTasks(plan)
	if err := a.ask(p, system, t); err != nil {
		return err
	}
	checks, ranges, after := a.fillers(p, t)
	p.Schedule = &program.Schedule{
		Graph:  parallel.Graph{Tasks: t.graph.Tasks, Queues: t.graph.Queues, Fillers: after},
		Ranges: append(t.ranges, ranges...), First: t.first,
		Workers: len(plan.queues), Work: plan.work + a.cost, Time: plan.total(a.cost),
	}
	for i := range ranges {
		p.Schedule.First = append(p.Schedule.First, uint32(len(t.ranges)+i+1))
	}
	p.Schedule.Final = t.final(p)
	p.Checks, p.Cuts = checks, nil
	return nil
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
	defer program.Recover(&err)
	f()
	return nil
}
