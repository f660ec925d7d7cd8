package groth16

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// mostTerms is the number of terms of a row that one thread adds up. Longer rows are cut into
// pieces, whose sums are added up then.
const mostTerms = 64

// Part is the size of a part of a matrix.
type Part struct{ Rows, Terms int }

// MatrixSize is the size of a matrix on a device.
type MatrixSize struct {
	Coefficients int
	Short        Part // rows of a few terms
	Pieces       Part // of long rows
	Long         Part // rows, by their pieces
}

// Add counts a row of n terms.
func (s *MatrixSize) Add(n int) {
	switch {
	case n == 0:
	case n <= mostTerms:
		s.Short = Part{s.Short.Rows + 1, s.Short.Terms + n}
	default:
		length := pieceOf(n)
		k := (n + length - 1) / length
		s.Pieces = Part{s.Pieces.Rows + k, s.Pieces.Terms + n}
		s.Long = Part{s.Long.Rows + 1, s.Long.Terms + k}
	}
}

// pieceOf is the length of the pieces of a row of n terms: there are about as many.
func pieceOf(n int) int {
	length := mostTerms
	for length*length < n {
		length *= 2
	}
	return length
}

// Term is a coefficient times a wire, by their indices.
type Term struct{ Wire, Coefficient uint32 }

// one is the index of the coefficient 1, as in gnark's tables.
const one = 1

// Rows are the rows of a sparse matrix in their order. Row i has the terms from Starts[i] up to
// Starts[i+1].
type Rows struct {
	Starts []uint32
	Terms  []Term
}

// part is a part of a matrix, as [cuda.Sparse] has it.
type part struct {
	rows, starts []uint32
	terms        []Term
}

func newPart(size Part) part {
	return part{
		rows:   make([]uint32, 0, size.Rows),
		starts: append(make([]uint32, 0, size.Rows+1), 0),
		terms:  make([]Term, 0, size.Terms),
	}
}

func (p *part) add(row uint32, terms ...Term) {
	p.rows, p.terms = append(p.rows, row), append(p.terms, terms...)
	p.starts = append(p.starts, uint32(len(p.terms)))
}

// matrix is a sparse matrix as a device multiplies with it: rows of equal lengths are neighbours.
type matrix struct{ short, pieces, long part }

// arrange returns the matrix with the given rows, whose size is known.
func arrange(r *Rows, size *MatrixSize) *matrix {
	m := &matrix{newPart(size.Short), newPart(size.Pieces), newPart(size.Long)}
	var ends [mostTerms + 1]int // of the rows of each length, among the short ones
	length := func(row int) int { return int(r.Starts[row+1] - r.Starts[row]) }
	rows := len(r.Starts) - 1
	for row := range rows {
		if n := length(row); n > 0 && n <= mostTerms {
			ends[n]++
		}
	}
	for n := 1; n <= mostTerms; n++ {
		ends[n] += ends[n-1]
	}
	m.short.rows = m.short.rows[:ends[mostTerms]]
	for row := rows - 1; row >= 0; row-- {
		if n := length(row); n > 0 && n <= mostTerms {
			ends[n]--
			m.short.rows[ends[n]] = uint32(row)
		}
	}
	// ends are now where the rows of each length begin
	var before [mostTerms + 2]int // terms of shorter rows
	for n := 1; n <= mostTerms; n++ {
		next := len(m.short.rows)
		if n < mostTerms {
			next = ends[n+1]
		}
		before[n+1] = before[n] + n*(next-ends[n])
	}
	m.short.starts = m.short.starts[:len(m.short.rows)+1]
	m.short.terms = m.short.terms[:before[mostTerms+1]]
	parallel.Chunks(len(m.short.rows), func(from, to int) {
		for i := from; i < to; i++ {
			terms := r.terms(int(m.short.rows[i]))
			n := len(terms)
			at := before[n] + n*(i-ends[n])
			copy(m.short.terms[at:], terms)
			m.short.starts[i+1] = uint32(at + n)
		}
	})
	for row := 0; len(m.long.rows) < size.Long.Rows; row++ {
		if length(row) > mostTerms {
			m.cut(uint32(row), r.terms(row))
		}
	}
	return m
}

func (r *Rows) terms(row int) []Term { return r.Terms[r.Starts[row]:r.Starts[row+1]] }

// cut adds a long row by its pieces.
func (m *matrix) cut(row uint32, terms []Term) {
	var sums []Term
	for length := pieceOf(len(terms)); len(terms) > 0; {
		n := min(length, len(terms))
		piece := uint32(len(m.pieces.rows))
		m.pieces.add(piece, terms[:n]...)
		sums, terms = append(sums, Term{piece, one}), terms[n:]
	}
	m.long.add(row, sums...)
}
