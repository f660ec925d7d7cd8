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
	counting := program.Counting{
		First: c.First, Rows: rows, Queries: n / columns, Columns: columns,
		Table: c.table(rows, columns),
	}
	if counting.Table == nil {
		c.values(c.left)
		counting.Code = slices.Clone(c.code)
		t.refer(toCount, program.CountElements, uint32(len(t.counts)))
	} else {
		counting.Parts = c.queries(uint32(len(t.counts)), n, columns)
		t.refer(toCount, program.Count, uint32(len(t.counts)))
	}
	t.counts = append(t.counts, counting)
	return true
}

// queries appends the operations of a table's queries, n inputs. It returns room for their code.
func (c *call) queries(counting uint32, n, columns int) [][]uint32 {
	t, length := c.t, program.PartQueries*columns
	parts := make([][]uint32, parallel.CountChunks(n, length))
	for i := range parts {
		t.refer(toCount, program.Find, counting, uint32(i))
		some := min(length, n-i*length)
		t.queries = append(t.queries, queries{c.rest, some, &parts[i]})
		c.rest, c.left = after(c.rest, some), c.left-some
	}
	return parts
}

// queries are some inputs of a counting, whose code is written once all wires are known. A circuit
// has one counting or a few, so that it is cut for all processors.
type queries struct {
	inputs []uint32
	n      int
	code   *[]uint32
}

func (s *source) translateQueries(fragments []*fragment) error {
	var all []queries
	for _, f := range fragments {
		all = append(all, f.queries...)
	}
	return s.each(len(all), func(t *translator, i int) error {
		t.start, t.place, t.code = 0, unset, t.code[:0]
		for q := &all[i]; q.n > 0; q.n-- {
			var terms []uint32
			terms, q.inputs = program.Next(q.inputs)
			t.value(terms)
		}
		*all[i].code = slices.Clone(t.code)
		return nil
	})
}
