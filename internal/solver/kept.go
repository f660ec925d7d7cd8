package solver

// Kept keeps programs for later processes, once they were compared with gnark's solver.
type Kept[P any] interface {
	Load() (p P, ok bool)
	Save(P)
}

// keep has the program kept, at once if it is trusted already.
func (e *Entry[P]) keep(in Kept[P]) {
	e.mu.Lock()
	first := e.kept == nil && in != nil
	if first {
		e.kept = in
	}
	late := first && e.state == trusted
	e.mu.Unlock()
	if late {
		in.Save(e.program)
	}
}

func (e *Entry[P]) keptIn() Kept[P] {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.kept
}
