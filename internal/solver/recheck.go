package solver

// Recheck compares our solver with gnark's, over a witness whose proof did not verify. If they
// disagree it returns an error, and gnark solves the system from now on. It returns nil if our
// solver has no part in it.
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
	logDifference(err)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state = refused // whatever is known of it
	return differs(err)
}
