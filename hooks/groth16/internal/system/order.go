package system

// order says how rows are peeled off.
type order struct {
	pivots   []uint32 // of each row: the column that gives it, plus 1; 0 if none does
	turns    []uint32 // of each row
	sequence []uint32 // of rows
	// singles is how many rows at the beginning have columns with no entry but theirs.
	singles int
}

// edges are the number of rows that a column has left, and their XOR. The XOR of one row is the row
// itself.
type edges struct{ count, rows uint32 }

func (e *edges) flip(row uint32, by int) {
	e.count += uint32(by)
	e.rows ^= row
}

// peeled peels rows off a system. It ends when it has all wanted rows, as many as missing says, or
// when no row can be peeled.
func peeled[E any](
	s *peeling[E], known func(column uint32) bool, wanted []bool, missing int,
) *order {
	columns := int(matrices) * s.Wires
	left := make([]edges, columns)
	for row := range uint32(s.rows) {
		s.eachTerm(row, func(column uint32, _ *E) { left[column].flip(row, 1) })
	}
	var queue []uint32
	visit := func(column uint32) {
		if left[column].count == 1 && known(column) {
			queue = append(queue, column)
		}
	}
	for column := range uint32(columns) {
		visit(column)
	}
	o := &order{pivots: make([]uint32, s.rows), turns: make([]uint32, s.rows)}
	alone := len(queue)
	for i := 0; missing > 0 && i < len(queue); i++ {
		column := queue[i]
		if left[column].count != 1 {
			continue // another column has given its row
		}
		row := left[column].rows
		o.pivots[row], o.turns[row] = column+1, uint32(len(o.sequence))
		o.sequence = append(o.sequence, row)
		if i < alone {
			o.singles++
		}
		if wanted[row] {
			missing--
		}
		s.eachTerm(row, func(column uint32, _ *E) {
			left[column].flip(row, -1)
			visit(column)
		})
	}
	return o
}

func (o *order) has(row uint32) bool { return o.pivots[row] != 0 }

// single says whether the column that gives a row has no other entry.
func (o *order) single(row uint32) bool { return int(o.turns[row]) < o.singles }
