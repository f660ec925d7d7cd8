package machine

import (
	"context"

	csolver "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// input is what a solution is computed from.
type input[E Element] struct {
	ctx     context.Context // stops the program
	witness []E
	hints   map[csolver.HintID]csolver.Hint
	commit  Commit[E]
	workers int // at most
	// wires says that W is wanted alone.
	wires bool
	// follower is told of the wires; it may be nil.
	follower solver.Follower[E]
}

// runner has several machines run a program.
type runner[E Element] struct {
	*Machine[E]
	whole bool // A, B and C, or L, R and O, are wanted
	used  bool // the buffers were, before
}

// Worker returns a machine that runs parts of the program. Where there are several, those of a
// SparseR1CS leave its rows to [runner.Beside].
func (r *runner[E]) Worker(number, of int) solver.Worker {
	w := *r.Machine
	w.Scratch = r.buffers.scratchOf(number)
	w.Scratch.integers = solver.Integers{}
	if of > 1 && r.rows() != nil {
		w.A, w.B, w.C = nil, nil, nil
	}
	w.loops = r.system.Field.Loops(&w)
	return w.loops
}

// run solves the system into buffers. Hints take their outputs from answers, where they are known.
func (s System[E]) run(
	p *Program[E], b *buffers[E], in input[E], a *answers[E],
) (*Solution[E], error) {
	if err := solver.CheckInput(p.Program, s.System, len(in.witness), in.hints); err != nil {
		return nil, err
	}
	m := &Machine[E]{
		Program: p, Constants: p.constants, Magnitudes: p.Magnitudes, W: b.w,
		system: s, hints: in.hints, modulus: s.System.Field(), commit: in.commit,
		answers: a, buffers: b, shared: new(shared[E]),
	}
	if !in.wires || !p.Sparse {
		rows := b.rowsOf(p)
		m.A, m.B, m.C = rows[0], rows[1], rows[2]
	}
	if in.wires {
		m.Wanted = p.Read
	}
	solver.Reset(s.System)
	m.load(in.witness)
	r := &runner[E]{Machine: m, whole: !in.wires, used: b.used}
	b.used = true
	known := b.followedBy(in.follower)
	if err := solver.Run(in.ctx, p.Program, in.workers, r, known); err != nil {
		return nil, err
	}
	solution := &Solution[E]{Wires: b.w, Sparse: p.Sparse, field: s.Field}
	if !in.wires {
		solution.Rows = b.rows
	}
	return solution, nil
}

// load sets the wires of the witness, and makes zero the rows that no operation sets.
func (m *Machine[E]) load(witness []E) {
	if !m.Program.Sparse {
		m.W[0] = m.system.Field.One
		copy(m.W[1:], witness)
	} else {
		copy(m.W, witness)
	}
	if m.buffers.used && m.Program.Vacant {
		for _, v := range m.buffers.rows {
			clear(v)
		}
	}
}
