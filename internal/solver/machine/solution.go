package machine

import "github.com/gnark-accel/gnark-accel/internal/solver"

type Solution[E Element] struct {
	// Wires are the values of all wires; nil if gnark's solver found a SparseR1CS's.
	Wires []E
	// Rows are A, B and C of an R1CS, with the capacity of the next power of two and zeros beyond
	// their lengths. They are L, R and O of a SparseR1CS, whose lengths are a power of two. They
	// are nil after [System.Wires], unless gnark's solver ran.
	Rows   [3][]E
	Sparse bool        // the system is a SparseR1CS
	Solver solver.Name // which one ran

	field   *Field[E]
	program *Program[E] // that the buffers belong to, or nil
	buffers *buffers[E]
}

// Release gives the vectors back, so that later solutions use their memory. Nothing may use them
// afterwards. A solution that is not released costs memory only. A second call does nothing.
func (s *Solution[E]) Release() {
	if s == nil || s.program == nil {
		return
	}
	s.program.pool.Put(s.buffers)
	*s = Solution[E]{Sparse: s.Sparse, Solver: s.Solver, field: s.field}
}

// Gnarks returns the solution in gnark's type, as gnark's method Solve does.
func (s *Solution[E]) Gnarks() any { return s.field.Gnarks(s) }

// Vectors returns W, A, B and C, or L, R and O.
func (s *Solution[E]) Vectors() [][]E {
	if s.Sparse {
		return s.Rows[:]
	}
	return append([][]E{s.Wires}, s.Rows[:]...)
}

// answersOf returns the wires of a solution of gnark's, or those that a sparse system constrains.
func (s System[E]) answersOf(p *Program[E], of *Solution[E]) *answers[E] {
	if !p.Sparse {
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
