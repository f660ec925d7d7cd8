package translate

import (
	"math"
	"runtime"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// inverse is where terms stand that a wire is the inverse of: in the calldata, behind their number,
// and in its fragment's code. The former is 0 if no operation inverts their last values.
type inverse struct{ terms, code uint32 }

type inversion struct {
	wire  uint32
	terms []uint32
}

func (t *translator) batchInverse(i uint32, d []uint32) error {
	first, n, rest := t.system.Instructions[i].WireOffset, d[1], d[2:]
	for output := range n {
		var terms []uint32
		terms, rest = program.Next(rest)
		t.invert(first+output, terms)
	}
	return t.setAll(first, int(n))
}

// invert has a wire be the inverse of terms, or 0, before the piece ends.
func (t *translator) invert(wire uint32, terms []uint32) {
	t.inversions = append(t.inversions, inversion{wire, terms})
	if len(t.inversions) == program.Batch {
		t.flushInversions()
		runtime.Gosched() // as [turn] does
	}
}

// flushInversions appends inversions of at most [program.Batch] values.
func (t *translator) flushInversions() {
	if n := len(t.inversions); n > 0 {
		t.makeRoom(n)
		t.emit(program.Invert, uint32(n))
	}
	for _, v := range t.inversions {
		t.emit(v.wire)
		t.know(v.wire, v.terms)
		t.value(v.terms)
	}
	t.inversions = t.inversions[:0]
}

// know notes that a wire is the inverse of terms, whose code follows. They need their last values.
func (t *translator) know(wire uint32, terms []uint32) {
	if t.Sparse { // no row asks
		return
	}
	t.inverts.Do(func() { t.inverses = make([]inverse, t.Wires) })
	if t.places[wire] == t.place && t.final(terms) {
		t.inverses[wire] = inverse{placeOf(terms, t.system.CallData), uint32(len(t.code))}
	}
}

// final says whether earlier pieces set all wires of terms. Only a file may have it otherwise.
func (t *translator) final(terms []uint32) bool {
	for i := 1; i < len(terms); i += 2 {
		if wire := terms[i]; wire != math.MaxUint32 && !t.solved(wire) {
			return false
		}
	}
	return true
}

// assertOnes appends the products of a fragment that are 1, once there is all code. That of each
// fragment begins at one of starts.
func (t *translator) assertOnes(f *fragment, starts []uint32) {
	if len(f.ones) == 0 {
		return
	}
	t.begin(chunk{}, 0)
	scratch := t.checks
	t.checks, t.cuts = f.checks, f.cuts
	for _, i := range f.ones {
		packed := t.system.Instructions[i]
		c := newR1C(packed.ConstraintOffset, t.system.CallData[packed.StartCallData:])
		if !t.assertInverse(&c, program.Right, starts) &&
			!t.assertInverse(&c, program.Left, starts) {
			t.assertProduct(c)
		}
		t.cut()
	}
	f.checks, f.cuts = t.checks, t.cuts
	t.checks = scratch
}

// mayInvert reports whether a side of a product that is 1 may be the other one's inverse.
func (c *r1c) mayInvert() bool { return isWire(c.l) || isWire(c.r) }

func isWire(terms []uint32) bool { return len(terms) == 2 && terms[0] == constraint.CoeffIdOne }

const inverseWords = 5 // of a [program.AssertInverse]

// assertInverse appends a row that says that a side is the inverse of the other. It reports whether
// an inversion has set the side.
func (t *translator) assertInverse(c *r1c, side uint32, starts []uint32) bool {
	inverse, of := c.l, c.r
	if side == program.Right {
		inverse, of = of, inverse
	}
	if !isWire(inverse) || t.inverses == nil {
		return false
	}
	wire := inverse[1]
	v := t.inverses[wire]
	if v.terms == 0 || int(t.system.CallData[v.terms-1]) != len(of)/2 ||
		!slices.Equal(t.system.CallData[v.terms:][:len(of)], of) {
		return false
	}
	start := starts[int(t.places[wire]-1)/ChunkLength]
	t.check(program.AssertInverse, c.row, wire, side, start+v.code)
	return true
}
