package program

// maxColumns bounds the length of rows that are counted natively.
const maxColumns = 8

// table returns a table of constants, and the inputs that follow it, or nil if there is none.
func (t *translator) table(rows, columns int, inputs []uint32) (*Table, []uint32) {
	values := make([]uint64, rows*columns)
	for i := range values {
		var terms []uint32
		var ok bool
		terms, inputs = next(inputs)
		if values[i], ok = t.constant(terms); !ok {
			return nil, nil
		}
	}
	return newTable(rows, columns, values), inputs
}

// count: inputs are the number of rows and of columns, the rows, and the queries.
func (t *translator) count(h hint) bool {
	if h.nb < 2 {
		return false
	}
	terms, rest := next(h.inputs)
	rows, ok := t.constant(terms)
	terms, rest = next(rest)
	columns, ok2 := t.constant(terms)
	if !ok || !ok2 || rows != uint64(h.n) || columns < 1 || columns > maxColumns {
		return false
	}
	nb := h.nb - 2 - int(rows*columns)
	if nb <= 0 || nb%int(columns) != 0 {
		return false
	}
	c := Counting{
		First: h.first, Rows: int(rows), Queries: nb / int(columns), Columns: int(columns),
	}
	if table, queries := t.table(c.Rows, c.Columns, rest); table != nil {
		c.Table, rest = table, queries
	} else {
		nb += c.Rows * c.Columns
	}
	if n := len(t.Counts); n > 0 {
		c.firstPart = t.Counts[n-1].firstPart + uint32(len(t.Counts[n-1].Parts))
	}
	for i := range nb {
		if c.Table != nil && i%(PartQueries*c.Columns) == 0 {
			t.Code = append(t.Code, Find, uint32(len(t.Counts)), uint32(len(c.Parts)))
			c.Parts = append(c.Parts, uint32(len(c.Code)))
		}
		terms, rest = next(rest)
		c.Code = t.expression(c.Code, terms, all)
	}
	c.Code = trim(c.Code)
	operation := uint32(Count)
	if c.Table == nil {
		operation = CountElements
	}
	t.Code = append(t.Code, operation, uint32(len(t.Counts)))
	t.Counts = append(t.Counts, c)
	return true
}
