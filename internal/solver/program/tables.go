package program

import "math/bits"

// Counting is how often each row of a table occurs among queries.
type Counting struct {
	First uint32 // the wire of the first row's count
	// Columns is the number of values of each row and query.
	Rows, Queries, Columns int
	Table                  *Table     // has the rows if they are constants and short
	Parts                  [][]uint32 // with a Table, the code of each PartQueries queries
	Code                   []uint32   // without, of the rows and the queries
	FirstPart              uint32     // the number of parts of all countings before
}

const PartQueries = 1 << 10 // that one [Find] looks up, at most

// Table finds the rows of a table of constants by their keys. Rows have columns of at most Bits
// bits; their key is the first column plus the others shifted by Bits each.
type Table struct {
	Bits uint // of a column, below 64

	dense []uint32 // by key: the row plus one
	slots []slot   // an open hash table, where keys are too long for dense
}

// slot is a row's key, and the row plus one.
type slot struct {
	key uint64
	row uint32
}

const denseBits = 20 // of keys that index a table directly, at most

// Find sets each row to the one with its key, and reports whether all keys have one. The loop does
// nothing else, so that a processor waits for the memory of several keys at once.
func (t *Table) Find(rows []uint32, keys []uint64) (all bool) {
	for i, key := range keys {
		row := t.find(key)
		if row == 0 {
			return false
		}
		rows[i] = row - 1
	}
	return true
}

// find returns the row of a key, plus one, or 0 if no row has it.
func (t *Table) find(key uint64) uint32 {
	switch {
	case t.dense == nil:
		return t.slot(key).row
	case key < uint64(len(t.dense)):
		return t.dense[key]
	}
	return 0
}

// slot returns the slot of a key, or the empty one where it belongs.
func (t *Table) slot(key uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	hi, lo := bits.Mul64(key, 0x9e3779b97f4a7c15)
	for i := (hi ^ lo>>32) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.row == 0 || s.key == key {
			return s
		}
	}
}

// NewTable returns the table of rows of constants. It is nil if rows are equal or too long.
func NewTable(rows, columns int, values []uint64) *Table {
	longest := 1
	for _, v := range values {
		longest = max(longest, bits.Len64(v))
	}
	t := &Table{Bits: uint(longest)}
	if t.Bits > 63 || int(t.Bits)*columns > 64 {
		return nil
	}
	if size := int(t.Bits) * columns; size <= denseBits {
		t.dense = make([]uint32, 1<<size)
	} else {
		t.slots = make([]slot, 1<<bits.Len(uint(2*rows)))
	}
	for i := range rows {
		key := uint64(0)
		for j, v := range values[i*columns : (i+1)*columns] {
			key |= v << (uint(j) * t.Bits)
		}
		if t.find(key) != 0 {
			return nil
		}
		if row := uint32(i) + 1; t.dense != nil {
			t.dense[key] = row
		} else {
			*t.slot(key) = slot{key, row}
		}
	}
	return t
}
