package translate

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

const maxColumns = 8 // of rows that are counted natively

func (c *call) table(rows, columns int) *program.Table {
	values := make([]uint64, rows*columns)
	for i := range values {
		var ok bool
		if values[i], ok = c.t.constant(c.inputs[i]); !ok {
			return nil
		}
	}
	return program.NewTable(rows, columns, values)
}

// count: inputs are the number of rows and of columns, the rows, and the queries.
func (c *call) count() bool {
	t, rows, columns := c.t, int(c.below(uint64(c.NbOutputs)+1)), int(c.below(maxColumns+1))
	cells := rows * columns
	n := len(c.inputs) - cells
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
		c.inputs = c.inputs[cells:]
		operation = program.Count
	}
	for i, terms := range c.inputs {
		if counting.Table != nil && i%(program.PartQueries*columns) == 0 {
			t.emit(program.Find, k, uint32(len(counting.Parts)))
			counting.Parts = append(counting.Parts, uint32(len(counting.Code)))
		}
		counting.Code = t.expression(counting.Code, terms, all)
	}
	counting.Code = trim(counting.Code)
	t.emit(operation, k)
	t.Counts = append(t.Counts, counting)
	return true
}
