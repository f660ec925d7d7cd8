package solver

// Solution has the values of a system's wires and rows for one witness.
type Solution[E any] struct {
	// Wires are the values of all wires; nil if gnark's solver found a SparseR1CS's.
	Wires []E
	// Rows are A, B and C of an R1CS, with the capacity of the next power of two and zeros beyond
	// their lengths. They are L, R and O of a SparseR1CS, whose lengths are a power of two. They
	// are nil if the wires alone were wanted, unless gnark's solver ran.
	Rows   [3][]E
	Sparse bool // the system is a SparseR1CS
	Solver Name // which one ran
	// Uncompared: a program found it that may differ from gnark's solver. Whoever finds the proof
	// wrong asks [System.Recheck].
	Uncompared bool

	// Release gives the vectors back, so that later solutions use their memory. Nothing may use
	// them then. A solution that is not released costs memory only. A second call does nothing.
	Release func()
}

// Solutions are the solutions over a field in gnark's types.
type Solutions[E any] struct {
	// Solution returns a solution in gnark's type. It returns nil for a nil one, and false for any
	// other type. Gnarks is its inverse.
	Solution func(of any) (s *Solution[E], ok bool)
	Gnarks   func(*Solution[E]) any
}

// gnark's solutions of an R1CS, and of a SparseR1CS.
type (
	dense[V any]  = struct{ W, A, B, C V }
	sparse[V any] = struct{ L, R, O V }
)

// SolutionsOf returns the solutions in gnark's types D and S. Their vectors are of type V.
func SolutionsOf[E any, D ~struct{ W, A, B, C V }, S ~struct{ L, R, O V }, V ~[]E]() Solutions[E] {
	return Solutions[E]{
		Solution: func(of any) (s *Solution[E], ok bool) {
			switch v := of.(type) {
			case *D:
				if v == nil {
					return nil, true
				}
				d := dense[V](*v)
				return &Solution[E]{Wires: d.W, Rows: [3][]E{d.A, d.B, d.C}}, true
			case *S:
				if v == nil {
					return nil, true
				}
				d := sparse[V](*v)
				return &Solution[E]{Rows: [3][]E{d.L, d.R, d.O}, Sparse: true}, true
			}
			return nil, false
		},
		Gnarks: func(s *Solution[E]) any {
			x, y, z := s.Rows[0], s.Rows[1], s.Rows[2]
			if s.Sparse {
				v := S(sparse[V]{x, y, z})
				return &v
			}
			v := D(dense[V]{s.Wires, x, y, z})
			return &v
		},
	}
}

// Vectors returns W, A, B and C, or L, R and O.
func (s *Solution[E]) Vectors() [][]E {
	if s.Sparse {
		return s.Rows[:]
	}
	return append([][]E{s.Wires}, s.Rows[:]...)
}

// answersOf returns the wires of gnark's solution. Of a sparse system it has the constrained wires
// alone, unless the solution is ours.
func (s System[E]) answersOf(p *Program[E], of *Solution[E]) *answers[E] {
	if of.Wires != nil {
		return &answers[E]{w: of.Wires}
	}
	a := &answers[E]{make([]E, p.Wires), make([]bool, p.Wires)}
	row := p.Public
	rows := s.System.GetSparseR1CIterator()
	for c := rows.Next(); c != nil && row < len(of.Rows[0]); c = rows.Next() {
		for i, wire := range []uint32{c.XA, c.XB, c.XC} {
			a.w[wire], a.known[wire] = of.Rows[i][row], true
		}
		row++
	}
	return a
}
