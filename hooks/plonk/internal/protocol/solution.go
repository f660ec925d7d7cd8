package protocol

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// useGiven takes the solution that was found before, for checkValues to check.
//
// A commitment is blinded, and its hash is among the values. The blinding is not: so a solution
// with commitments can be proved by nobody but its finder.
func (p *proving[P, E]) useGiven() error {
	if len(p.committer.infos) > 0 {
		return fmt.Errorf("%w: it lacks the blinding of the commitments; prove from the witness",
			ErrInvalidSolution)
	}
	p.values = p.Given.Rows
	n := len(p.key.Lagrange)
	for _, values := range p.values {
		if len(values) != n {
			return fmt.Errorf("%w: it has %d rows, the circuit %d",
				ErrInvalidSolution, len(values), n)
		}
	}
	l, rows := p.values[0], p.system.Rows()
	switch p.public = l[:rows.Public]; {
	case rows.Public > 0:
		p.paddingValue = l[0]
	case rows.End < n:
		p.paddingValue = l[rows.End]
	}
	return nil
}

// checkValues expects the values to satisfy all gates and copy constraints. By the copy constraints
// each wire has one value wherever it occurs.
func (p *proving[P, E]) checkValues() error {
	rows := p.trace.rows
	if i := first(rows.End, func(i int) bool { return i >= rows.Public && !p.holds(i) }); i >= 0 {
		return fmt.Errorf("%w: constraint #%d is not satisfied", ErrInvalidSolution, i-rows.Public)
	}
	n, permutation := len(p.trace.Points), p.trace.columns.Permutation
	value := func(position int) *E { return &p.values[position/n][position%n] }
	differs := func(i int) bool { return !p.scalars().Equal(value(i), value(int(permutation[i]))) }
	if i := first(3*n, differs); i >= 0 {
		return fmt.Errorf("%w: row %d has another value of a wire than other rows",
			ErrInvalidSolution, i%n)
	}
	return nil
}

func (p *proving[P, E]) holds(row int) bool {
	f := p.scalars()
	c, l, r, o := p.trace.columns, &p.values[0][row], &p.values[1][row], &p.values[2][row]
	var product, term E
	sum := c.Qk[row]
	f.Mul(&product, l, r)
	for _, t := range [4][2]*E{
		{&c.Ql[row], l}, {&c.Qr[row], r}, {&c.Qo[row], o}, {&c.Qm[row], &product},
	} {
		f.Mul(&term, t[0], t[1])
		f.Add(&sum, &sum, &term)
	}
	return f.IsZero(&sum)
}

// first returns the first of n indices that has a property, or -1.
func first(n int, has func(int) bool) int {
	length := parallel.ChunkLength(n)
	found := make([]int, parallel.CountChunks(n, length))
	parallel.EachChunk(n, length, func(chunk, from, to int) {
		found[chunk] = -1
		for i := from; i < to && found[chunk] < 0; i++ {
			if has(i) {
				found[chunk] = i
			}
		}
	})
	if i := slices.IndexFunc(found, func(i int) bool { return i >= 0 }); i >= 0 {
		return found[i]
	}
	return -1
}
