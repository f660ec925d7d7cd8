package solver

func Solve[P, S any](e *Entry[P], o Options, j Job[P, S]) (S, error) {
	if o.Off {
		return runGnark(e, j)
	}
	e.begin(j)
	p, state := e.lookSettled()
	if state == trusted && o.Check != CheckAlways || state == translated && o.Check == CheckNever {
		return own(e, o, j, p)
	}
	s, err := runGnark(e, j)
	switch {
	case err != nil:
	case state == trusted:
		err = differs(compare(e, j, p, s))
	case o.Check != CheckAlways && e.keptIn() == nil:
		compareLater(e, j, s)
	case e.move(translated, comparing):
		p, _ := e.look()
		difference := compare(e, j, p, s)
		e.settle(difference, j.Stopped())
		if o.Check == CheckAlways {
			err = differs(difference)
		}
	}
	return s, err
}

func runGnark[P, S any](e *Entry[P], j Job[P, S]) (S, error) {
	s, err := gnarks(e, j)
	if err == nil {
		solved.gnark.Add(1)
	}
	return s, err
}

func gnarks[P, S any](e *Entry[P], j Job[P, S]) (S, error) {
	if inGnark, _ := j.Stateful(); inGnark {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	if err := j.Stopped(); err != nil {
		var none S
		return none, err
	}
	return j.Gnark()
}

// own runs our solver, and gnark's if it fails otherwise than by being stopped.
func own[P, S any](e *Entry[P], o Options, j Job[P, S], p P) (S, error) {
	s, err := runOwn(e, j, p)
	if err == nil && o.Unproved && !hasPassed() {
		if err = j.Satisfied(p, s); err != nil {
			e.refuse(err)
		}
	}
	if err == nil {
		solved.own.Add(1)
		if o.Check == CheckFirst && e.again() {
			compareAgain(e, j, p, s)
		}
		return s, nil
	}
	s, errGnark := runGnark(e, j)
	if errGnark == nil {
		logFailure(err)
	}
	return s, errGnark
}

func runOwn[P, S any](e *Entry[P], j Job[P, S], p P) (S, error) {
	if _, inProgram := j.Stateful(); inProgram {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	return j.Own(p)
}
