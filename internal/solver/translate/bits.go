package translate

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Many wires are bits. They are outputs of [program.Bits], wires that the system asserts to be
// bits, and products of those. A product with a bit is a choice, and needs no multiplication. If an
// asserted bit is none, then its assertion fails, whatever was computed from it.

// bitGate may assert that a wire is a bit, by qL·a + qM·a² = 0.
type bitGate struct{ wire, qL, qM uint32 }

func outputBit(wire uint32) bitGate {
	return bitGate{wire, constraint.CoeffIdOne, constraint.CoeffIdMinusOne}
}

// isBit reports whether a wire is known to be a bit. Of products of bits, a chunk knows its own.
func (t *translator) isBit(wire uint32) bool {
	if t.bits[wire] {
		return true
	}
	place := t.places[wire]
	return t.start < place && place <= t.place && t.products[wire]
}

// product notes that this piece sets a wire to a product of bits.
func (t *translator) product(wire uint32) {
	if t.places[wire] == t.place {
		t.products[wire] = true
	}
}

// assertedBit returns the wire that a constraint (1 − wire)·wire = 0 makes a bit.
func assertedBit(c *r1c) (wire uint32, ok bool) {
	l, r := c.l, c.r
	if len(l) == 2 {
		l, r = r, l
	}
	if len(l) != 4 || len(r) != 2 || r[0] != constraint.CoeffIdOne || r[1] == 0 {
		return 0, false
	}
	for i := 0; i < len(c.o); i += 2 {
		if c.o[i] != constraint.CoeffIdZero {
			return 0, false
		}
	}
	complement := []uint32{constraint.CoeffIdOne, 0, constraint.CoeffIdMinusOne, r[1]}
	return r[1], slices.Equal(l, complement)
}

// asserts reports whether the wire is a bit.
func (g bitGate) asserts(c *constants) bool {
	return g.qL != constraint.CoeffIdZero && c.negated(g.qL) == g.qM
}

func (t *translator) bitOf(terms []uint32) (wire uint32, ok bool) {
	if len(terms) != 2 || terms[0] != constraint.CoeffIdOne || terms[1] == 0 {
		return 0, false
	}
	return terms[1], t.isBit(terms[1])
}

// choice appends a product that bits decide, and reports whether they do.
func (t *translator) choice(c *r1c, wire uint32) bool {
	left, isLeft := t.bitOf(c.l)
	right, isRight := t.bitOf(c.r)
	if isLeft && isRight {
		t.product(wire)
	}
	switch {
	case isRight:
		t.emit(program.Mask, c.row, wire, program.Right, right)
		t.side(c.l, all, valueOf(c.row, program.Left))
	case isLeft:
		t.emit(program.Mask, c.row, wire, program.Left, left)
		t.side(c.r, all, valueOf(c.row, program.Right))
	}
	return isLeft || isRight
}

// recomposed reports whether a constraint Σ 2^i·bit = value is left to a [program.Bits].
func (t *translator) recomposed(c *r1c) bool {
	sum, value := c.l, c.o
	if len(sum) < 4 {
		sum, value = value, sum
	}
	if len(sum) < 4 {
		return false
	}
	d, ok := t.decompositions[sum[1]]
	if !ok || len(sum) != 2*d.n || t.code[d.row] != program.None || !slices.Equal(value, d.terms) {
		return false
	}
	for i := range d.n {
		if sum[2*i+1] != sum[1]+uint32(i) || t.constants.value(sum[2*i]) != t.constants.power(i) {
			return false
		}
	}
	t.code[d.row] = c.row
	return true
}
