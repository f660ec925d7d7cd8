package program

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// Schedule cuts a program into tasks of several workers. One worker runs the program without it.
type Schedule struct {
	parallel.Graph
	// Ranges are parts of Code for tasks, and of Checks for fillers, which follow. First says where
	// the ranges of each begin, and where the last ones end.
	Ranges     []Range
	First      []uint32
	Final      []uint32 // that of the program, but counts tasks in place of positions
	Workers    int      // from which on more gain little
	Work, Time uint64   // of all tasks, and of the workers, in nanoseconds by the model
}

type Range struct{ From, To uint32 }

// Rows says which wires are the values of L, R and O of a SparseR1CS. It has the rows of
// constraints.
type Rows struct {
	Of    []uint32 // a row and its three wires, one after the other
	Parts []Range  // cut from Of, in an order in which their wires become known
	After []uint32 // how many tasks have to run for a part and all before
}

const RowWords = 4 // of a row in [Rows.Of]
