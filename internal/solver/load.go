package solver

import "errors"

// execute runs a program in buffers. Hints take their outputs from answers, where they are known.
func (r *Run[E]) execute(
	p *Program[E], b *buffers[E], a *answers[E], known func(wires int),
) (*Solution[E], error) {
	values, err := r.values()
	if err != nil {
		return nil, err
	}
	sys, hints := r.system.System, r.config.HintFunctions
	if err := checkBuiltIns(p.Program, hints); err != nil {
		return nil, err
	}
	m := &Machine[E]{
		Program: p, Constants: p.constants, Magnitudes: p.Magnitudes, W: b.Wires,
		system: r.system, hints: hints, modulus: sys.Field(), commit: r.Commit,
		answers: a, buffers: b, shared: &shared[E]{
			lookups: make([]lookup[E], len(sys.Blueprints)),
		},
	}
	rows := &b.kept
	if r.WiresOnly {
		b.keep(p)
		m.Kept = p.kept
	} else {
		rows = b.rowsOf(p)
	}
	m.A, m.B, m.C = rows[0], rows[1], rows[2]
	_, stateful := Stateful(sys)
	for _, b := range stateful {
		b.Reset()
	}
	m.load(values)
	x := &execution[E]{Machine: m, whole: !r.WiresOnly, used: b.used, known: known}
	b.used = true
	if err := x.run(r.ctx, r.config.NbTasks); err != nil {
		return nil, err
	}
	solution := &Solution[E]{Wires: b.Wires, Sparse: p.Sparse}
	if !r.WiresOnly {
		solution.Rows = b.rows
	}
	return solution, nil
}

// values returns the witness, if it and the options fit the system.
func (r *Run[E]) values() ([]E, error) {
	if r.err != nil {
		return nil, r.err
	}
	values, ok := r.system.Scalars.Elements(r.Witness.Vector())
	if !ok {
		return nil, errors.New("solver: a witness of another field")
	}
	return values, checkInput(r.system.System, len(values), r.config.HintFunctions)
}

// load sets the wires of the witness.
func (m *Machine[E]) load(witness []E) {
	w := m.W
	if !m.Program.Sparse {
		w[0] = m.system.Scalars.One
		w = w[1:]
	}
	copy(w, witness)
}
