package program

import (
	"errors"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// ErrUnsupported is wrapped by the errors of translation: the system is left to gnark's solver.
var ErrUnsupported = errors.New("solver: unsupported constraint system")

// Program is a translated constraint system. It does not change, and holds no reference to the
// system.
type Program struct {
	// Code sets all wires, in order, by [operations].
	Code []uint32
	// Checks are the assertions. They run once all wires are known.
	Checks []uint32

	// Constants are the coefficients of the system, and folded constants after them.
	Constants []constraint.U64
	// Magnitudes has |c| for each coefficient c that is small, and 0 for others.
	Magnitudes []uint64

	// Counts are the operands of [Count].
	Counts []Counting
	// Commitments are the operands of [Commit].
	Commitments []Commitment
	// Equations are the operands of [Equate].
	Equations []Equating
	// Fractions are the operands of [Divided].
	Fractions []Fraction
	// Natives are the standard hints that Code computes itself, or that have a stand-in.
	Natives []solver.HintID
	// StandIns are functions that [Hint] calls instead of those of gnark's library.
	StandIns map[solver.HintID]solver.Hint
	// Foreign counts the calls of hints that are neither, by their names.
	Foreign map[string]int

	// Wires is the number of wires. Known is the number of those that the witness sets: the
	// constant one of an R1CS, public and secret inputs.
	Wires, Known int
	// Public is the number of public wires.
	Public int
	// Rows is the number of constraints.
	Rows int
	// Sparse tells a SparseR1CS from an R1CS.
	Sparse bool
	// Vacant says that some rows belong to no operation, and are zero.
	Vacant bool

	// SolvedIn is the level that sets each wire, counted from 1, and 0 for those of the witness.
	// It is nil for systems without an operation [Custom], which alone asks.
	SolvedIn []uint32

	// Read has a bit for each row of an R1CS. It is 1 if operations read its A, B or C.
	Read []uint64

	// Final says which wires are known while the program runs: the first k times FinalWires are,
	// once Code has run up to the k-th position.
	Final      []uint32
	FinalWires int

	// Schedule says how several workers run the program. It is nil where one is as good.
	Schedule *Schedule
}

// Part returns what one of the schedule's tasks runs, or a filler behind them: ranges of code.
func (p *Program) Part(i int) (code []uint32, ranges []Range) {
	s := p.Schedule
	if code = p.Code; i >= len(s.Tasks) {
		code = p.Checks
	}
	return code, s.Ranges[s.First[i]:s.First[i+1]]
}
