package program

// Rows says which wires are the values of L, R and O of a SparseR1CS, in the rows of constraints.
type Rows struct {
	// Of has a row and its three wires, one after the other.
	Of []uint32
	// Parts are cut from Of, in an order in which their wires become known.
	Parts []Range
	// After is how many tasks have to run until the wires of a part are known, with all before.
	After []uint32
}

// RowWords is the number of words of a row in [Rows.Of].
const RowWords = 4
