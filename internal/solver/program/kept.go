package program

// Kept has the rows whose A or B operations read again. Their values have places in the order of
// the rows: 64 for 64 rows of which any is kept, and none for others. A nil Kept has all rows.
type Kept []kept

// kept has 64 rows, a bit each. It leads from a row to its place.
type kept struct {
	rows uint64
	back uint32 // places that the rows before these lack
}

// KeptOf returns the rows whose bits are set.
func KeptOf(rows []uint64) Kept {
	k, back := make(Kept, len(rows)), uint32(0)
	for i, some := range rows {
		k[i] = kept{some, back}
		if some == 0 {
			back += 64
		}
	}
	return k
}

// Places returns the number of places.
func (k Kept) Places() int {
	if len(k) == 0 {
		return 0
	}
	last := &k[len(k)-1]
	lacking := int(last.back)
	if last.rows == 0 {
		lacking += 64
	}
	return 64*len(k) - lacking
}

// Place returns the place of a row that is kept.
func (k Kept) Place(row uint32) uint32 {
	if k == nil {
		return row
	}
	return row - k[row/64].back
}

// Find returns the place of a row, and whether it has one.
func (k Kept) Find(row uint32) (place uint32, ok bool) {
	if k == nil {
		return row, true
	}
	some := &k[row/64]
	return row - some.back, some.rows>>(row%64)&1 == 1
}
