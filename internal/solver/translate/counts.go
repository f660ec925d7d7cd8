package translate

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

// maxColumns bounds the length of rows that are counted natively.
const maxColumns = 8

// table returns a table of constants, and the inputs that follow it, or nil if there is none.
func (t *translator) table(rows, columns int, inputs []uint32) (*program.Table, []uint32) {
	values := make([]uint64, rows*columns)
	for i := range values {
		var terms []uint32
		var ok bool
		terms, inputs = program.Next(inputs)
		if values[i], ok = t.constant(terms); !ok {
			return nil, nil
		}
	}
	return program.NewTable(rows, columns, values), inputs
}

// count: inputs are the number of rows and of columns, the rows, and the queries.
func (t *translator) count(h program.Call) bool {
	if h.NbInputs < 2 {
		return false
	}
	terms, rest := program.Next(h.Inputs)
	rows, ok := t.constant(terms)
	terms, rest = program.Next(rest)
	columns, ok2 := t.constant(terms)
	if !ok || !ok2 || rows != uint64(h.NbOutputs) || columns < 1 || columns > maxColumns {
		return false
	}
	nb := h.NbInputs - 2 - int(rows*columns)
	if nb <= 0 || nb%int(columns) != 0 {
		return false
	}
	c := program.Counting{
		First: h.First, Rows: int(rows), Queries: nb / int(columns), Columns: int(columns),
	}
	if table, queries := t.table(c.Rows, c.Columns, rest); table != nil {
		c.Table, rest = table, queries
	} else {
		nb += c.Rows * c.Columns
	}
	if n := len(t.Counts); n > 0 {
		c.FirstPart = t.Counts[n-1].FirstPart + uint32(len(t.Counts[n-1].Parts))
	}
	for i := range nb {
		if c.Table != nil && i%(program.PartQueries*c.Columns) == 0 {
			t.Code = append(t.Code, program.Find, uint32(len(t.Counts)), uint32(len(c.Parts)))
			c.Parts = append(c.Parts, uint32(len(c.Code)))
		}
		terms, rest = program.Next(rest)
		c.Code = t.expression(c.Code, terms, all)
	}
	c.Code = trim(c.Code)
	operation := uint32(program.Count)
	if c.Table == nil {
		operation = program.CountElements
	}
	t.Code = append(t.Code, operation, uint32(len(t.Counts)))
	t.Counts = append(t.Counts, c)
	return true
}
