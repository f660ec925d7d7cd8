package solver

import "fmt"

// compare says where the program's solution is not s. A panic is a difference.
func compare[P, S any](e *Entry[P], j Job[P, S], p P, s S) (err error) {
	defer recovered(&err)
	if _, inProgram := j.Stateful(); inProgram {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	return j.Compare(p, s)
}

// compareLater compares the program with a solution of gnark's while its proof is made, as soon as
// the translation ends. It does so for one witness at a time.
func compareLater[P, S any](e *Entry[P], j Job[P, S], s S) {
	there := e.move(translated, comparing)
	if !there && !e.watch() {
		return
	}
	j, s = j.Later(s)
	go func() {
		if !there {
			<-e.done
			there = e.move(translated, comparing)
		}
		if there {
			p, _ := e.look()
			e.settle(compare(e, j, p, s), nil)
		}
	}()
}

// compareAgain compares a solution of ours with gnark's while its proof is made. gnark's solver has
// the answers of the circuit's hints from ours, so that they run once. Where both solvers change
// blueprints of the system, which a caller may solve next, the proof waits.
func compareAgain[P, S any](e *Entry[P], j Job[P, S], p P, s S) {
	j, s = j.Later(s)
	both := func() {
		found, err := replayed(e, j, p, s)
		if err == nil {
			err = compare(e, j, p, found)
		}
		if err != nil {
			e.refuse(err)
		}
	}
	if _, inProgram := j.Stateful(); inProgram {
		both()
		return
	}
	go both()
}

// replayed returns gnark's solution. A panic of a hint, or of a blueprint, is an error.
func replayed[P, S any](e *Entry[P], j Job[P, S], p P, answers S) (s S, err error) {
	defer recovered(&err)
	return gnarks(e, j.Replay(p, answers))
}

// refuse leaves the system to gnark from now on, whatever is known of it.
func (e *Entry[P]) refuse(err error) {
	logDifference(err)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state == comparing {
		close(e.settled)
	}
	e.state = refused
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

func differs(difference error) error {
	if difference == nil {
		return nil
	}
	return fmt.Errorf("solver: comparing with gnark's: %w", difference)
}
