package solver

import (
	"math/big"
	"sync"

	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Machine runs a program, or parts of it, for one worker of one solution.
type Machine[E any] struct {
	Program    *Program[E]
	Constants  []E
	Magnitudes []uint64

	W       []E // by wire
	A, B, C []E // of kept rows, without C; L, R and O of a sparse system; nil if unwanted

	Kept   program.Kept // the rows that A and B have
	Unread [3]E         // A, B and C that nobody reads

	scratch *scratch[E]
	loops   Loops[E] // of this machine
	system  System[E]
	hints   map[gnark.HintID]gnark.Hint
	modulus *big.Int
	commit  Commit[E]
	answers *answers[E] // or nil
	buffers *buffers[E]
	shared  *shared[E]
}

// Row returns where the values of A, B and C of a row go. All that nobody reads share a place, as C
// does where A and B alone are kept.
func (m *Machine[E]) Row(row uint32) (a, b, c *E) {
	at, ok := m.Kept.Find(row)
	if !ok {
		return &m.Unread[0], &m.Unread[1], &m.Unread[2]
	}
	if m.C == nil {
		return &m.A[at], &m.B[at], &m.Unread[2]
	}
	return &m.A[at], &m.B[at], &m.C[at]
}

// isRead reports whether A or B of a row is read again, or wanted.
func (m *Machine[E]) isRead(row uint32) bool {
	_, ok := m.Kept.Find(row)
	return ok
}

// shared is the state that the workers of one solution share.
type shared[E any] struct {
	reading    sync.Mutex
	lookups    []lookup[E] // by blueprint
	committing sync.Mutex  // held while a commitment is computed
}

// Commit computes a BSB22 commitment from the inputs of its hint. It returns the commitment's hash.
// The first input is the commitment's index. The inputs are the solution's, as its wires are: the
// function may keep them until that is released.
type Commit[E any] func(inputs []E) (E, error)

// answers are the wires of a solution. A machine that is compared takes the outputs of hints from
// there: they may be random, and a commitment is not computed twice.
type answers[E any] struct {
	w     []E
	known []bool // by wire; nil for all
}

// give sets the outputs of a hint, of which the first one's wire is given, as far as they are
// known. It reports whether all are.
func (a *answers[E]) give(outputs []E, first int) (all bool) {
	if a == nil {
		return false
	}
	all = true
	for i := range outputs {
		if a.known == nil || a.known[first+i] {
			outputs[i] = a.w[first+i]
		} else {
			all = false
		}
	}
	return all
}
