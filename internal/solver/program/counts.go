package program

// maxColumns bounds the length of rows that are counted natively.
const maxColumns = 8

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
	values := make([]uint64, rows*columns)
	for i := range values {
		terms, rest = next(rest)
		if values[i], ok = t.constant(terms); !ok {
			return false
		}
	}
	table := newTable(int(rows), int(columns), values)
	if table == nil {
		return false
	}
	c := Counting{First: h.first, Queries: nb / int(columns), Table: table}
	if n := len(t.Counts); n > 0 {
		c.firstPart = t.Counts[n-1].firstPart + uint32(len(t.Counts[n-1].Parts))
	}
	for i := range nb {
		if i%(PartQueries*int(columns)) == 0 {
			t.Code = append(t.Code, Find, uint32(len(t.Counts)), uint32(len(c.Parts)))
			c.Parts = append(c.Parts, uint32(len(c.Code)))
		}
		terms, rest = next(rest)
		c.Code = t.expression(c.Code, terms, all)
	}
	c.Code = trim(c.Code)
	t.Code = append(t.Code, Count, uint32(len(t.Counts)))
	t.Counts = append(t.Counts, c)
	return true
}
