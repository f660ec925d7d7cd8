package translate

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Many wires are bits. They are outputs of [program.Bits], wires that the system asserts to be
// bits, and products of those. A product with a bit is a choice, and needs no multiplication. If an
// asserted bit is none, then its assertion fails, whatever was computed from it.

// findBits finds the wires that the system asserts to be bits.
func (t *translator) findBits() {
	const one, minusOne = constraint.CoeffIdOne, constraint.CoeffIdMinusOne
	type gate struct{ wire, qL, qM uint32 }
	n := len(t.system.Instructions)
	length := parallel.ChunkLength(n)
	gates := make([][]gate, parallel.CountChunks(n, length))
	parallel.EachChunk(n, length, func(k, from, to int) {
		for _, packed := range t.system.Instructions[from:to] {
			calldata := t.system.CallData[packed.StartCallData:]
			switch t.system.Blueprints[packed.BlueprintID].(type) {
			case *constraint.BlueprintGenericR1C:
				c := newR1C(packed.ConstraintOffset, calldata)
				if wire, ok := assertedBit(&c); ok {
					gates[k] = append(gates[k], gate{wire, one, minusOne})
				}
			case *constraint.BlueprintSparseR1CBool[constraint.U64]:
				gates[k] = append(gates[k], gate{calldata[0], calldata[1], calldata[2]})
			}
		}
	})
	t.bit = make([]bool, t.Wires)
	for _, g := range slices.Concat(gates...) {
		t.bit[g.wire] = t.bit[g.wire] || t.bitGate(g.qL, g.qM)
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

// bitGate reports whether qL·a + qM·a² = 0 asserts that a is a bit.
func (t *translator) bitGate(qL, qM uint32) bool {
	return qL != constraint.CoeffIdZero && t.constants.negated(qL) == qM
}

func (t *translator) bitOf(terms []uint32) (wire uint32, ok bool) {
	if len(terms) != 2 || terms[0] != constraint.CoeffIdOne || terms[1] == 0 {
		return 0, false
	}
	return terms[1], t.bit[terms[1]]
}

// choice appends a product that bits decide, and reports whether they do.
func (t *translator) choice(c *r1c, wire uint32) bool {
	left, isLeft := t.bitOf(c.l)
	right, isRight := t.bitOf(c.r)
	t.bit[wire] = t.bit[wire] || isLeft && isRight
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
	if !ok || len(sum) != 2*d.n || t.Code[d.row] != program.None || !slices.Equal(value, d.terms) {
		return false
	}
	for i := range d.n {
		if sum[2*i+1] != sum[1]+uint32(i) || t.constants.value(sum[2*i]) != t.constants.power(i) {
			return false
		}
	}
	t.Code[d.row] = c.row
	return true
}
