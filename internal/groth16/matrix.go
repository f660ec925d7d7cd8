package groth16

import (
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// maxTerms is the number of terms of a row that one thread adds up. Longer rows are cut into
// pieces, whose sums are added up then.
const maxTerms = 64

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
	case n <= maxTerms:
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
	length := maxTerms
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

	counted  *census // or nil
	arranged *matrix // or nil
}

// Arrange does the work ahead that comes before the rows are sent to a device.
func (r *Rows) Arrange() { r.arranged = arrange(r) }

// census says how long rows are. It counts in chunks, whose rows are placed at once then.
type census struct {
	size   MatrixSize
	length int                   // rows of a chunk
	counts [][maxTerms + 1]int32 // of each chunk: the rows with each number of terms
	long   []uint32              // the rows with more, in order
}

// census counts the rows, once.
func (r *Rows) census() *census {
	if r.counted == nil {
		r.counted = r.count()
	}
	return r.counted
}

func (r *Rows) count() *census {
	rows := len(r.Starts) - 1
	c := &census{length: parallel.ChunkLength(rows)}
	chunks := parallel.CountChunks(rows, c.length)
	c.counts = make([][maxTerms + 1]int32, chunks)
	long := make([][]uint32, chunks)
	parallel.EachChunk(rows, c.length, func(i, from, to int) {
		var counts [maxTerms + 1]int32 // no cache line of other processors'
		for row := from; row < to; row++ {
			if n := r.length(row); n <= maxTerms {
				counts[n]++
			} else {
				long[i] = append(long[i], uint32(row))
			}
		}
		c.counts[i] = counts
	})
	for i := range chunks {
		for n, rows := range c.counts[i][1:] {
			c.size.Short.Rows += int(rows)
			c.size.Short.Terms += (n + 1) * int(rows)
		}
		c.long = append(c.long, long[i]...)
	}
	for _, row := range c.long {
		c.size.Add(r.length(int(row)))
	}
	return c
}

// Size returns the size of the matrix with some coefficients.
func (r *Rows) Size(coefficients int) MatrixSize {
	size := r.census().size
	size.Coefficients = coefficients
	return size
}

// part is a part of a matrix, as [cuda.Sparse] has it.
type part struct {
	rows, starts []uint32
	terms        []Term
}

func newPart(size Part) part {
	return part{
		rows:   raw.Huge(make([]uint32, 0, size.Rows)),
		starts: append(raw.Huge(make([]uint32, 0, size.Rows+1)), 0),
		terms:  raw.Huge(make([]Term, 0, size.Terms)),
	}
}

func (p *part) add(row uint32, terms ...Term) {
	p.rows, p.terms = append(p.rows, row), append(p.terms, terms...)
	p.starts = append(p.starts, uint32(len(p.terms)))
}

// matrix is a sparse matrix as a device multiplies with it: rows of equal lengths are neighbours.
type matrix struct{ short, pieces, long part }

// arrange returns the matrix with the given rows.
func arrange(r *Rows) *matrix {
	c := r.census()
	m := &matrix{newPart(c.size.Short), newPart(c.size.Pieces), newPart(c.size.Long)}
	m.short.fill(r, m.short.order(r, c))
	for _, row := range c.long {
		m.cut(row, r.OfRow(int(row)))
	}
	return m
}

// places say where the rows with each number of terms begin, and their terms.
type places [maxTerms + 2]struct{ row, term int }

// order sorts the short rows by their numbers of terms. Each chunk of rows has places of its own.
func (p *part) order(r *Rows, c *census) *places {
	p.rows = p.rows[:c.size.Short.Rows]
	p.starts = p.starts[:c.size.Short.Rows+1]
	p.terms = p.terms[:c.size.Short.Terms]
	begin, next := new(places), make([][maxTerms + 1]int, len(c.counts))
	for n := 1; n <= maxTerms; n++ {
		end := begin[n].row
		for i := range next {
			next[i][n] = end
			end += int(c.counts[i][n])
		}
		begin[n+1].row = end
		begin[n+1].term = begin[n].term + n*(end-begin[n].row)
	}
	parallel.EachChunk(len(r.Starts)-1, c.length, func(i, from, to int) {
		next := next[i]
		for row := from; row < to; row++ {
			if n := r.length(row); n > 0 && n <= maxTerms {
				p.rows[next[n]] = uint32(row)
				next[n]++
			}
		}
	})
	return begin
}

// fill copies the terms of rows that are in order, and sets where they end.
func (p *part) fill(r *Rows, begin *places) {
	parallel.Chunks(len(p.rows), func(from, to int) {
		for i := from; i < to; i++ {
			terms := r.OfRow(int(p.rows[i]))
			n := len(terms)
			at := begin[n].term + n*(i-begin[n].row)
			copy(p.terms[at:], terms)
			p.starts[i+1] = uint32(at + n)
		}
	})
}

func (r *Rows) length(row int) int { return int(r.Starts[row+1] - r.Starts[row]) }

// OfRow returns the terms of a row.
func (r *Rows) OfRow(row int) []Term { return r.Terms[r.Starts[row]:r.Starts[row+1]] }

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
