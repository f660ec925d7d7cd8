package solver

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
)

// buffers are the memory of one solution: wires and, where wanted, A, B and C, or L, R and O.
type buffers[E any] struct {
	Memory[E]
	rows    [3][]E        // of all constraints
	kept    [2][]E        // A and B that operations read again, where no others are wanted
	found   [][]uint32    // by counting: the row of each query
	scratch []*scratch[E] // by worker
	used    bool          // and not zero any more
}

// Drop clears the buffers, which nobody uses any more.
func (b *buffers[E]) Drop() {
	for _, v := range slices.Concat([][]E{b.Wires}, b.rows[:], b.kept[:]) {
		clear(v[:cap(v)])
	}
	for _, rows := range b.found {
		clear(rows)
	}
	for _, s := range b.scratch {
		s.clear()
	}
	b.unpin()
}

// unpin unlocks the pages of the wires if they are locked.
func (b *buffers[E]) unpin() {
	if b.Unpin != nil {
		b.Unpin()
		b.Unpin, b.Locked = nil, nil
	}
}

func (b *buffers[E]) scratchOf(worker, words int) *scratch[E] {
	for len(b.scratch) <= worker {
		b.scratch = append(b.scratch, &scratch[E]{
			words: make([]uint64, words), more: make([]uint64, words),
		})
	}
	return b.scratch[worker]
}

// extra is the maximum number of values that gnark's PLONK prover appends. It does so to L, R and
// O.
const extra = 4

// rowsOf returns A, B and C, or L, R and O. Their lengths and capacities are gnark's.
func (b *buffers[E]) rowsOf(p *Program[E]) *[3][]E {
	if b.rows[0] != nil {
		return &b.rows
	}
	rows, capacity := p.Rows, int(ecc.NextPowerOfTwo(uint64(p.Rows)))
	if p.Sparse {
		rows = int(ecc.NextPowerOfTwo(uint64(p.Rows + p.Public)))
		capacity = rows + extra
	}
	for i := range b.rows {
		b.rows[i] = raw.Huge(make([]E, rows, capacity))
	}
	return &b.rows
}

// dropRows clears the rows of all constraints, and gives up their memory.
func (b *buffers[E]) dropRows() {
	for i, v := range b.rows {
		clear(v[:cap(v)])
		b.rows[i] = nil
	}
}

// keep has memory for A and B of the rows that operations read again. They read no C.
func (b *buffers[E]) keep(p *Program[E]) {
	n := p.kept.Places()
	if n == len(b.kept[0]) {
		return // the last solution had them; or nobody reads any, and both stay nil
	}
	for i := range b.kept {
		b.kept[i] = raw.Huge(make([]E, n))
	}
}

// touch writes to the memory of a solution for a device's proof: the system gives pages at their
// first use, which would take half of the time of a first solution.
func (b *buffers[E]) touch(p *Program[E]) {
	b.keep(p)
	for _, v := range append(b.kept[:], b.Wires[:cap(b.Wires)]) {
		parallel.Chunks(len(v), func(from, to int) { clear(v[from:to]) })
	}
}

type scratch[E any] struct {
	denominators, numerators, products []E

	code []uint32

	x, minuend  E
	words, more []uint64 // of one element each
	counts      []uint64
	rows        []E
	slots       []uint32
	integers    arguments
	limbs       integers.Work
}

func (s *scratch[E]) clear() {
	for _, v := range [][]E{s.denominators, s.numerators, s.products, s.rows} {
		clear(v[:cap(v)])
	}
	clear(s.words)
	clear(s.more)
	*s = scratch[E]{}
}

// grow returns n elements of a slice that is used again, whose content is arbitrary.
func grow[T any](s *[]T, n int) []T {
	*s = slices.Grow((*s)[:0], n)[:n]
	return *s
}
