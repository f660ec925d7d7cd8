package solver

// Recheck compares both solvers over a witness whose proof did not verify. A difference is an
// error, and leaves the system to gnark from now on.
func Recheck[P, S any](e *Entry[P], o Options, j Job[P, S]) error {
	p, state := e.lookSettled()
	if o.Off || state != trusted && state != translated {
		return nil
	}
	s, err := runGnark(e, j)
	if err == nil {
		err = compare(e, j, p, s)
	}
	if err == nil || j.Stopped() != nil {
		return nil
	}
	e.refuse(err)
	return differs(err)
}
