package machine

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/solver"
)

type runner[E Element] struct {
	*Machine[E]
	whole bool // A, B and C, or L, R and O, are wanted
	used  bool // the buffers were, before
}

// Worker returns a machine that runs parts of the program. Where there are several, those of a
// SparseR1CS leave its rows to [runner.Background].
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
func (j *Job[E]) run(p *Program[E], b *buffers[E], a *answers[E]) (*Solution[E], error) {
	values, err := j.values()
	if err != nil {
		return nil, err
	}
	sys, hints := j.system.System, j.config.HintFunctions
	if err := solver.CheckNatives(p.Program, hints); err != nil {
		return nil, err
	}
	m := &Machine[E]{
		Program: p, Constants: p.constants, Magnitudes: p.Magnitudes, W: b.w,
		system: j.system, hints: hints, modulus: sys.Field(), commit: j.commit,
		answers: a, buffers: b, shared: &shared[E]{
			lookups: make([]lookup[E], len(sys.Blueprints)),
			inputs:  make([][]E, len(p.Commitments)),
		},
	}
	if !j.wires || !p.Sparse {
		rows := b.rowsOf(p)
		m.A, m.B, m.C = rows[0], rows[1], rows[2]
	}
	if j.wires {
		m.Wanted = p.Read
	}
	_, stateful := solver.Stateful(sys)
	for _, b := range stateful {
		b.Reset()
	}
	m.load(values)
	r := &runner[E]{Machine: m, whole: !j.wires, used: b.used}
	b.used = true
	known := b.followedBy(j.follower)
	if err := solver.Run(j.ctx, p.Program, j.config.NbTasks, r, known); err != nil {
		return nil, err
	}
	solution := &Solution[E]{Wires: b.w, Sparse: p.Sparse, field: j.system.Field}
	if !j.wires {
		solution.Rows = b.rows
	}
	return solution, nil
}

// values returns the witness, if it and the options fit the system.
func (j *Job[E]) values() ([]E, error) {
	if j.err != nil {
		return nil, j.err
	}
	values, _, ok := j.system.Field.Values(j.witness.Vector())
	if !ok {
		return nil, errors.New("solver: a witness of another field")
	}
	return values, solver.CheckInput(j.system.System, len(values), j.config.HintFunctions)
}

// load sets the wires of the witness.
func (m *Machine[E]) load(witness []E) {
	w := m.W
	if !m.Program.Sparse {
		w[0] = m.system.Field.One
		w = w[1:]
	}
	copy(w, witness)
}
