package protocol

// disclose has the equation made beside the solver, unless it is known, and the sums over visible
// wires begin as soon as their values are known. See [Solved.verifyWithoutKey].
func (s *Solved[K, P1, P2, E, S]) disclose() {
	equations := &s.attachment.equations
	s.disclosed = newDisclosed[P1, P2, E, S](1 + len(s.key.Commitments))
	s.committer.committed = func(i int, values []E) { s.discloseGroup(1+i, values) }
	if _, known := equations.ready(s.system, s.key); !known {
		s.making.Go(func() error {
			_, err := equations.of(s.attachment.Curve, s.system, s.key)
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
	if e := s.ready(); e != nil {
		s.disclosed.multiply(e, s.committer.points)
	}
}

func (s *Solved[K, P1, P2, E, S]) discloseGroup(group int, values []E) {
	s.disclosed.give(s.ready(), s.attachment, group, values)
}

func (s *Solved[K, P1, P2, E, S]) ready() *equation[P1, P2, E, S] {
	e, _ := s.attachment.equations.ready(s.system, s.key)
	return e
}

// follow has the factors of the equation made that points give, as soon as those are known.
func (s *Solved[K, P1, P2, E, S]) follow() {
	if s.disclosed == nil {
		return
	}
	s.early.left = func(ar P1, bs P2) {
		s.disclosed.product.makeLeft(s.attachment.Curve, ar, bs)
	}
	if e := s.ready(); e != nil {
		s.early.knowledge = func(proofs []P1) { s.disclosed.product.makeKnowledge(e, proofs) }
	}
}

func (s *Solved[K, P1, P2, E, S]) forget() {
	if s.by != nil {
		s.by.forget()
	}
	s.disclosed.close()
	clear(s.knowledge)
}
