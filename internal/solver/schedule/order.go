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
			schedule(f)
		}
		final(f)
	})
}

// schedule orders a program by tasks.
func schedule(f *footprint) {
	p := f.program
	d := newDependencies(f, p.Code)
	t := newTasks(d)
	c := newFillers(f, t)
	s := &program.Schedule{
		Graph: parallel.Graph{Tasks: t.list, Fillers: c.after},
		Code:  t.code, Checks: c.at,
		Work: d.work + c.work,
	}
	choose(s, append(t.cost, c.cost...))
	if s.Work < leastWork || float64(s.Work) < leastGain*float64(s.Time) {
		s.Workers = 1
	}
	p.Code, p.Checks, p.Schedule = reordered(p.Code, d, t.operations), c.checks, s
}

// reordered returns the code with its operations in another order.
func reordered(code []uint32, d *dependencies, order []uint32) []uint32 {
	to := make([]uint32, 0, len(code))
	for _, i := range order {
		to = append(to, code[d.at[i]:d.at[i+1]]...)
	}
	return to
}
