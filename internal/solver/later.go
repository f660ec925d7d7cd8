package solver

// lookSettled is look once no comparison is under way: it takes less time than gnark's solver.
func (e *Entry[P]) lookSettled() (P, state) {
	e.mu.Lock()
	settled, is := e.settled, e.state
	e.mu.Unlock()
	if is == comparing {
		<-settled
	}
	return e.look()
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

// watch says, once, that a comparison may follow a translation that is under way.
func (e *Entry[P]) watch() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.watched && e.state == translating
	e.watched = e.watched || first
	return first
}
