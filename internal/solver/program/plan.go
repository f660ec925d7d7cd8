package program

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// schedule orders the program by tasks, if it is wide enough to gain from several workers.
func (p *Program) schedule(system *constraint.System) {
	if len(system.Levels) > len(system.Instructions)/2 {
		return // a chain
	}
	f := &footprint{program: p, system: system, tables: map[constraint.BlueprintID]uint32{}}
	d := newDependencies(f, p.Code)
	t := newTasks(d)
	c := newFillers(f, t)
	s := &Schedule{
		Graph: parallel.Graph{Tasks: t.list, Fillers: c.after},
		Code:  t.code, Checks: c.at,
		Work: d.work + c.work,
	}
	s.choose(append(t.cost, c.cost...))
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
