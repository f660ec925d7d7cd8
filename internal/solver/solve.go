package solver

import "fmt"

type translation[P any] interface {
	Translate() (P, error)
	// Stateful says whether blueprints change their own state, in gnark's solver and in a program.
	Stateful() (inGnark, inProgram bool)
}

// Job is a witness to be solved. S is a solution.
type Job[P, S any] interface {
	translation[P]
	// Stopped returns an error once the solution is wanted no more. Own and Compare fail then.
	Stopped() error
	Gnark() (S, error)
	// Own runs the program. An error leaves the witness to gnark.
	Own(P) (S, error)
	// Compare runs the program too, and returns an error if its solution is not the given one.
	Compare(P, S) error
	// Later returns what a later Compare needs: a job that goes on, and a solution of its own.
	Later(S) (Job[P, S], S)
}

func Solve[P, S any](e *Entry[P], o Options, j Job[P, S]) (S, error) {
	if o.Off {
		return runGnark(e, j)
	}
	if !o.AnyVersion && !versionKnown() {
		logVersion()
		return runGnark(e, j)
	}
	e.begin(j)
	p, state := e.lookSettled()
	if state == trusted && o.Check != CheckAlways || state == translated && o.Check == CheckNever {
		return own(e, j, p)
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

func differs(difference error) error {
	if difference == nil {
		return nil
	}
	return fmt.Errorf("solver: comparing with gnark's: %w", difference)
}

// settle notes what a comparison gave. One that was stopped is left to the next witness.
func (e *Entry[P]) settle(err, stopped error) {
	if err != nil && stopped != nil {
		e.move(comparing, translated)
		return
	}
	if err != nil {
		logDifference(err)
		e.move(comparing, refused)
		return
	}
	if kept := e.keptIn(); kept != nil {
		kept.Save(e.program)
	}
	e.move(comparing, trusted)
}

func runGnark[P, S any](e *Entry[P], j Job[P, S]) (S, error) {
	if inGnark, _ := j.Stateful(); inGnark {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	if err := j.Stopped(); err != nil {
		var none S
		return none, err
	}
	s, err := j.Gnark()
	if err == nil {
		solved.gnark.Add(1)
	}
	return s, err
}

// own runs our solver, and gnark's if it fails otherwise than by being stopped.
func own[P, S any](e *Entry[P], j Job[P, S], p P) (S, error) {
	s, err := runOwn(e, j, p)
	if err == nil {
		solved.own.Add(1)
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

// compare says where the program's solution is not s. A panic is a difference.
func compare[P, S any](e *Entry[P], j Job[P, S], p P, s S) (err error) {
	defer recovered(&err)
	if _, inProgram := j.Stateful(); inProgram {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	return j.Compare(p, s)
}
