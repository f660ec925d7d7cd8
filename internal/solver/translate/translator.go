package translate

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// translator translates chunks, one after the other.
type translator struct {
	*source
	fragment
	constants *constants

	start        uint32 // instructions before the chunk
	level, place uint32 // of the piece that is translated
	turn         turn

	sides          sides
	combinations   combinations
	decompositions map[uint32]decomposition // by the first bit

	// Work that a piece defers to its end, where it is done with one inversion a batch.
	divisions  []division
	inversions []inversion

	call    call
	sorted  sorted
	scratch []uint32
	rest    []uint32
}

func newTranslator(s *source) *translator {
	return &translator{
		source: s, constants: newConstants(s),
		decompositions: map[uint32]decomposition{}, sides: newSides(s.system.CallData),
		combinations: combinations{
			byLast: map[uint32]uint32{}, shapes: shapes{ids: map[string]uint32{}},
			relations: map[relationKey]*relation{},
		},
	}
}

// begin forgets the last chunk, but for memory and relations.
func (t *translator) begin(c chunk, words int) {
	room := min(words, len(t.system.CallData)) / 3
	t.fragment = fragment{
		code: slices.Grow(t.code[:0], room), checks: slices.Grow(t.checks[:0], room/2),
		computed: map[solver.HintID]bool{}, foreign: map[string]int{},
	}
	t.start, t.place = uint32(c.from), unset // behind all pieces
	clear(t.sides.slots)
	clear(t.combinations.byLast)
	t.combinations.rows = t.combinations.rows[:0]
	clear(t.decompositions)
}

// makeRoom doubles the code's memory if that may not have room for n expressions. Append would add
// a quarter only.
func (t *translator) makeRoom(n int) {
	if cap(t.code)-len(t.code) < 16*n {
		t.code = slices.Grow(t.code, max(16*n, len(t.code)))
	}
}

// end returns the chunk's fragment. It takes no more memory than it needs, with the assertions that
// it lacks.
func (t *translator) end() *fragment {
	f := t.fragment
	f.code = slices.Clone(f.code)
	room := len(f.checks) + inverseWords*len(f.ones)
	f.checks = append(slices.Grow([]uint32(nil), room), f.checks...)
	return &f
}

type division struct {
	instruction uint32
	side        uint32 // [program.Left] or [program.Right]
	unknown     int    // the index of its term in that side, for an R1CS
}

// decomposition is a [program.Bits] that may yet assert that its bits are the whole value.
type decomposition struct {
	n     int
	row   int      // where the operation in Code has its row
	terms []uint32 // of the value
}

func (t *translator) emit(words ...uint32)      { t.code = append(t.code, words...) }
func (t *translator) check(words ...uint32)     { t.checks = append(t.checks, words...) }
func (t *translator) value(terms []uint32)      { t.code = t.expression(t.code, terms, all) }
func (t *translator) checkValue(terms []uint32) { t.checks = t.expression(t.checks, terms, all) }

// solved reports whether an earlier piece sets a wire.
func (t *translator) solved(wire uint32) bool { return t.places[wire] < t.place }

// set notes that the piece sets a wire. No other piece may.
func (t *translator) set(wire uint32) error {
	if int(wire) >= t.Wires || t.places[wire] != t.place || t.isSet[wire] {
		return fmt.Errorf("%w: wire %d is set twice", program.ErrUnsupported, wire)
	}
	t.isSet[wire] = true
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
