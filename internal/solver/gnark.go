package solver

// byGnark counts a solution of gnark's.
func (r *Run[E]) byGnark() (*Solution[E], error) {
	s, err := r.Gnark()
	if err == nil {
		solved.gnark.Add(1)
	}
	return s, err
}

// Gnark runs gnark's solver, unless the run was stopped before.
func (r *Run[E]) Gnark() (*Solution[E], error) {
	defer r.entry.alone(r.system)()
	if err := r.stopped(); err != nil {
		return nil, err
	}
	config := marked(r.config, r.system.System, r.Commit != nil)
	result, err := r.system.Typed.Solve(r.Witness, Configured(config, r.err))
	if err != nil {
		return nil, r.blamed(err)
	}
	s, _ := r.system.Scalars.Solution(result)
	s.Solver, s.Release = Gnark, func() {}
	return s, nil
}

// blamed says whose fault an error of gnark's solver is, if the witness fits.
func (r *Run[E]) blamed(err error) error {
	if _, misfit := r.values(); misfit == nil {
		return blamed(err)
	}
	return err
}
