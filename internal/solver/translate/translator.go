package translate

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type translator struct {
	*program.Program
	system       *constraint.System
	constants    *constants
	natives      map[solver.HintID]native
	translations []translation // by blueprint

	solved []bool // by wire
	bit    []bool // by wire: it is 0 or 1
	level  uint32
	// inverses says by wire what an inversion inverts; nil before the first one.
	inverses []inverse
	lastCut  uint32 // of the assertions

	equations      map[string]*integers.Equation // by their constants
	sides          sides
	combinations   combinations
	decompositions map[uint32]decomposition // by the first bit

	// Work that a level defers to its end, where it is done with one inversion a batch.
	divisions  []division
	inversions []inversion

	call    call
	sorted  sorted
	scratch []uint32
	rest    []uint32
}

type division struct {
	instruction uint32
	side        uint32 // [program.Left] or [program.Right]
	unknown     int    // the index of its term in that side, for an R1CS
}

// inverse is where terms stand that a wire is the inverse of: in the calldata, behind their number,
// and in Code. The former is 0 if no operation inverts their last values.
type inverse struct{ terms, code uint32 }

type inversion struct {
	wire  uint32
	terms []uint32
}

// decomposition is a [program.Bits] that may yet assert that its bits are the whole value.
type decomposition struct {
	n     int
	row   int      // where the operation in Code has its row
	terms []uint32 // of the value
}

func (t *translator) emit(words ...uint32)      { t.Code = append(t.Code, words...) }
func (t *translator) check(words ...uint32)     { t.Checks = append(t.Checks, words...) }
func (t *translator) value(terms []uint32)      { t.Code = t.expression(t.Code, terms, all) }
func (t *translator) checkValue(terms []uint32) { t.Checks = t.expression(t.Checks, terms, all) }

func (t *translator) set(wire uint32) error {
	if int(wire) >= len(t.solved) || t.solved[wire] {
		return fmt.Errorf("%w: wire %d is set twice", program.ErrUnsupported, wire)
	}
	t.solved[wire] = true
	if t.SolvedIn != nil {
		t.SolvedIn[wire] = t.level + 1
	}
	return nil
}

func (t *translator) setAll(first uint32, n int) error {
	for i := range n {
		if err := t.set(first + uint32(i)); err != nil {
			return err
		}
	}
	return nil
}

// r1c is a constraint L·R = O; the sides are pairs of a coefficient and a wire.
type r1c struct {
	row     uint32
	l, r, o []uint32
}

func newR1C(row uint32, calldata []uint32) r1c {
	l := 4 + 2*calldata[1]
	r := l + 2*calldata[2]
	o := r + 2*calldata[3]
	return r1c{row, calldata[4:l], calldata[l:r], calldata[r:o]}
}
