package program

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// Schedule cuts a program into tasks that several workers run. One worker runs the program without
// it, in its own order, in which neighbours lie beside each other in memory.
type Schedule struct {
	parallel.Graph
	// Ranges are parts of Code for tasks, and of Checks for fillers, which follow. First says where
	// those of each begin, and where the last ones end.
	Ranges []Range
	First  []uint32
	// Final is that of the program, but counts tasks in place of positions.
	Final []uint32
	// Workers is the number of workers from which on more gain little. It is 1 where several are no
	// better than one.
	Workers int
	// Work is the cost of all tasks, and Time the time that the workers take. Both are in
	// nanoseconds, by the model that the schedule was made with.
	Work, Time uint64
}

// Range is a part of the code of a program.
type Range struct{ From, To uint32 }

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
