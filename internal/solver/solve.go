package solver

// Finish solves the witness. It tells how many of the first wires are known for good, by calls one
// at a time, unless known is nil or gnark's solver runs. A program that fails lacks the last call.
func (r *Run[E]) Finish(known func(wires int)) (*Solution[E], error) {
	if r.program != nil {
		return r.fastOrGnark(known)
	}
	s, err := r.byGnark()
	if r.options.Off {
		return s, err
	}
	e := r.entry
	done := e.begin(r.system) // a first witness had the processors alone
	if err != nil {
		return nil, err
	}
	always := r.options.Check == CheckAlways
	if !always && r.state != trusted && e.cached() == nil {
		r.compareLater(s)
		return s, nil
	}
	<-done
	p, _ := e.lookCompared() // another goroutine's program is in the folder before the proof ends
	switch {
	case r.state == trusted:
		err = differs(r.compare(p, s))
	case e.move(translated, comparing):
		difference := r.compare(p, s)
		e.conclude(difference, r.stopped())
		if always {
			err = differs(difference)
		}
	}
	return s, err
}

// choose reserves memory for the program if the fast solver may run.
func (r *Run[E]) choose() {
	if r.options.Off {
		return
	}
	look, early := r.entry.lookCompared, r.options.Check == CheckNever
	if r.mayDiffer() {
		look, early = r.entry.look, true
	}
	p, state := look()
	r.state = state
	if state == trusted && r.options.Check != CheckAlways ||
		early && (state == translated || state == comparing) {
		r.Reserve(p)
	}
}

// mayDiffer reports whether a program may run before it is compared. A proof verifies the solution
// then. What is in a folder is compared before the first proof ends. Programs that change
// blueprints of the system do not run beside a comparison.
func (r *Run[E]) mayDiffer() bool {
	_, inProgram := Stateful(r.system.System)
	return r.options.Verified && !r.options.Unproved && r.options.Check == CheckFirst &&
		r.entry.cached() == nil && len(inProgram) == 0
}

// byGnark counts a solution of gnark's.
func (r *Run[E]) byGnark() (*Solution[E], error) {
	s, err := r.gnarks()
	if err == nil {
		solved.gnark.Add(1)
	}
	return s, err
}

// gnarks returns gnark's solution, unless the run was stopped before.
func (r *Run[E]) gnarks() (*Solution[E], error) {
	defer r.entry.alone(r.system)()
	if err := r.stopped(); err != nil {
		return nil, err
	}
	return r.Gnark()
}

// fastOrGnark runs the fast solver, and gnark's if it fails otherwise than by being stopped.
func (r *Run[E]) fastOrGnark(known func(wires int)) (*Solution[E], error) {
	p := r.program
	s, err := r.fastAlone(known)
	if err == nil && r.options.Unproved && !hasPassed() {
		if err = r.Satisfied(p, s); err != nil {
			r.entry.disable(err)
		}
	}
	if err == nil {
		solved.fast.Add(1)
		if r.options.Check == CheckFirst {
			s.Uncompared = r.state != trusted
			r.compareBehind(p, s)
		}
		return s, nil
	}
	s, errGnark := r.byGnark()
	if errGnark == nil {
		logFailure(err)
		if r.state != trusted && r.options.Check == CheckFirst {
			r.compareLater(s)
		}
	}
	return s, errGnark
}

func (r *Run[E]) fastAlone(known func(wires int)) (*Solution[E], error) {
	defer r.entry.aloneInProgram(r.system)()
	return r.Fast(known)
}
