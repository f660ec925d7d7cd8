package protocol

// disclose has the equation made beside the solver, unless it is known, and the sums over visible
// wires begin as soon as their values are known. See [Solved.verifyWithoutKey].
func (s *Solved[K, P1, P2, E, S]) disclose() {
	s.disclosed = newDisclosed[P1, P2, E, S](1 + len(s.key.Commitments))
	s.committer.committed = func(i int, values []E) { s.discloseGroup(1+i, values) }
	if _, known := s.equations.ready(s.system, s.key); !known {
		s.making.Go(func() error {
			_, err := s.equations.of(&s.over.Curve, s.system, s.key)
			return err // it comes once more
		})
	}
}

// reveal keeps the values of the open wires, out of those of all.
func (s *Solved[K, P1, P2, E, S]) reveal(all []E) {
	if s.disclosed == nil {
		return
	}
	wires := openWires(s.system)
	values := make([]E, len(wires))
	for i, wire := range wires {
		values[i] = all[wire]
	}
	s.discloseGroup(0, values)
}

func (s *Solved[K, P1, P2, E, S]) discloseGroup(group int, values []E) {
	made, _ := s.equations.ready(s.system, s.key)
	s.disclosed.give(made, s.attachment, group, values)
}

func (s *Solved[K, P1, P2, E, S]) forget() {
	if s.by != nil {
		s.by.forget()
	}
	s.disclosed.close()
	clear(s.knowledge)
}
