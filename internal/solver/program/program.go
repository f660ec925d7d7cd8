package program

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// ErrUnsupported is wrapped by the errors of translation: the system is left to gnark's solver.
var ErrUnsupported = errors.New("solver: unsupported constraint system")

// Recover makes an [ErrUnsupported] of a panic: a blueprint's, or one over the calldata of a file.
// It is deferred.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrUnsupported, r)
	}
}

// Program is a translated constraint system. It does not change, nor refer to the system.
type Program struct {
	Code   []uint32 // sets all wires, in order, by [operations]
	Checks []uint32 // the assertions, which run once all wires are known
	// Cuts says where Checks may be cut for several workers. It is nil where the schedule does so.
	Cuts []uint32

	Folded     []constraint.U64 // constants that come behind the coefficients of the system
	Magnitudes []uint64         // |c| for each small constant c that terms have, 0 for others

	Counts      []Counting                    // operands of [Count]
	Commitments []Commitment                  // operands of [Commit]
	Equations   []Equating                    // operands of [Equate]
	Fractions   []Fraction                    // operands of [Divided]
	Natives     []solver.HintID               // hints that Code or a stand-in computes
	StandIns    map[solver.HintID]solver.Hint // functions that [Hint] calls in place of gnark's
	Foreign     map[string]int                // calls of hints that are neither, by their names

	Wires, Known int // of which the witness sets Known
	Public       int // public wires
	Rows         int // constraints
	Sparse       bool
	// SolvedIn is the level that sets each wire, from 1 on. It is nil where no [Custom] asks.
	SolvedIn []uint32

	Read []uint64 // a bit for each row of an R1CS: operations read its A, B or C

	// Final says which wires are known while the program runs: the first k times FinalWires are,
	// once Code has run up to the k-th position.
	Final      []uint32
	FinalWires int
	Schedule   *Schedule // nil where one worker is as good
}

// CutWords is the least number of words of Checks between two cuts.
const CutWords = 1 << 14

// Part returns the ranges of code of a task or filler. Fillers are numbered behind the tasks.
func (p *Program) Part(i int) (code []uint32, ranges []Range) {
	s := p.Schedule
	if code = p.Code; i >= len(s.Tasks) {
		code = p.Checks
	}
	return code, s.Ranges[s.First[i]:s.First[i+1]]
}
