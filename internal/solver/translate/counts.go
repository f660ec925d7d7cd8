package translate

import (
	"slices"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const maxColumns = 8 // of rows that are counted natively

// table takes the next inputs as the rows of a table, if they are constants. Nil takes none.
func (c *call) table(rows, columns int) *program.Table {
	ids, rest := make([]uint32, rows*columns), c.rest
	for i := range ids {
		var terms []uint32
		if terms, rest = program.Next(rest); len(terms) != 2 || !c.t.isUnit(terms[1]) {
			return nil
		}
		ids[i] = terms[0]
	}
	values, large := make([]uint64, len(ids)), atomic.Bool{}
	parallel.Chunks(len(ids), func(from, to int) {
		for i := from; i < to; i++ {
			x, ok := c.t.constants.uint64(ids[i])
			if values[i] = x; !ok {
				large.Store(true)
			}
		}
	})
	if large.Load() {
		return nil
	}
	t := program.NewTable(rows, columns, values)
	if t != nil {
		c.rest, c.left = rest, c.left-len(ids)
	}
	return t
}

// count: inputs are the number of rows and of columns, the rows, and the queries.
func (c *call) count() bool {
	t, rows, columns := c.t, int(c.below(uint64(c.NbOutputs)+1)), int(c.below(maxColumns+1))
	n := c.left - rows*columns
	if !c.ok || rows != c.NbOutputs || columns < 1 || n <= 0 || n%columns != 0 {
		return false
	}
	k := uint32(len(t.Counts))
	counting := program.Counting{
		First: c.First, Rows: rows, Queries: n / columns, Columns: columns,
		Table: c.table(rows, columns),
	}
	if k > 0 {
		counting.FirstPart = t.Counts[k-1].FirstPart + uint32(len(t.Counts[k-1].Parts))
	}
	operation := uint32(program.CountElements)
	if counting.Table != nil {
		operation = program.Count
	}
	c.code = slices.Grow(c.code, len(c.rest))
	for i := range c.left {
		if counting.Table != nil && i%(program.PartQueries*columns) == 0 {
			t.emit(program.Find, k, uint32(len(counting.Parts)))
			counting.Parts = append(counting.Parts, uint32(len(c.code)))
		}
		c.code = t.expression(c.code, c.take(), all)
	}
	counting.Code = slices.Clone(c.code)
	t.emit(operation, k)
	t.Counts = append(t.Counts, counting)
	return true
}
