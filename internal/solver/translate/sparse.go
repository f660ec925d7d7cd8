package translate

import (
	"fmt"
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// gate has the wires and coefficients of a constraint. It is
// qL·a + qR·b + qO·c + qM·a·b + qC = 0.
type gate struct{ a, b, c, qL, qR, qO, qM, qC uint32 }

// row returns the row of an instruction: the rows of the public inputs come first.
func (t *translator) row(instruction uint32) uint32 {
	return uint32(t.Public) + t.system.Instructions[instruction].ConstraintOffset
}

// sparseAdd translates c = qL·a + qR·b + qC.
func (t *translator) sparseAdd(i uint32, d []uint32) error {
	const one, minusOne = constraint.CoeffIdOne, constraint.CoeffIdMinusOne
	row, a, b, c, qL, qC := t.row(i), d[0], d[1], d[2], d[3], d[5]
	switch (gate{qL: qL, qR: d[4], qC: qC}) {
	case gate{qL: one, qR: one}:
		t.emit(program.SparseAdd, row, a, b, c)
	case gate{qL: one, qR: minusOne}:
		t.emit(program.SparseSub, row, a, b, c)
	case gate{qL: minusOne, qR: one}:
		t.emit(program.SparseSubFrom, row, a, b, c)
	case gate{qL: one, qC: qC}:
		t.emit(program.SparseShift, row, a, b, c, qC)
	default:
		t.emit(program.SparseLinear, row, a, b, c)
		t.value(gate{a: a, b: b, qL: qL, qR: d[4], qC: qC}.linear())
	}
	return t.setOnly(row, c, a, b)
}

func (g gate) linear() []uint32 {
	return []uint32{g.qL, g.a, g.qR, g.b, g.qO, g.c, g.qC, math.MaxUint32}
}

// sparseMul translates c = qM·a·b.
func (t *translator) sparseMul(i uint32, d []uint32) error {
	row, a, b, c, qM := t.row(i), d[0], d[1], d[2], d[3]
	switch {
	case qM == constraint.CoeffIdOne && t.isBit(a) && t.isBit(b):
		t.emit(program.SparseAnd, row, a, b, c)
		t.product(c)
	case qM == constraint.CoeffIdOne:
		t.emit(program.SparseMul, row, a, b, c)
	default:
		t.emit(program.SparseMulScaled, row, a, b, c, qM)
	}
	return t.setOnly(row, c, a, b)
}

// sparseBool translates the assertion qL·a + qM·a² = 0. Its wires b and c are a and the first one.
func (t *translator) sparseBool(i uint32, d []uint32) error {
	row, a, qL, qM := t.row(i), d[0], d[1], d[2]
	if (bitGate{a, qL, qM}).asserts(t.constants) {
		t.check(program.SparseBit, row, a, a, 0)
	} else {
		t.assertGate(row, gate{a: a, b: a, qL: qL, qM: qM})
	}
	return nil
}

func (t *translator) sparseGate(i uint32, d []uint32) error {
	row, g := t.row(i), gate{d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]}
	if constraint.CommitmentConstraint(d[8]) != constraint.NOT {
		t.check(program.SparseRow, row, g.a, g.b, g.c)
		return nil
	}
	switch {
	case !t.solved(g.a):
		t.divisions = append(t.divisions, division{instruction: i, side: program.Left})
		return t.setOnly(row, g.a, g.b, g.c)
	case !t.solved(g.b):
		t.divisions = append(t.divisions, division{instruction: i, side: program.Right})
		return t.setOnly(row, g.b, g.a, g.c)
	case !t.solved(g.c):
		inverse, ok := t.constants.inverse(g.qO)
		if !ok {
			return fmt.Errorf("%w: row %d has an unknown wire times 0", program.ErrUnsupported, row)
		}
		t.sparseOutput(row, g, t.constants.negated(inverse))
		return t.set(g.c)
	}
	t.assertGate(row, g)
	return nil
}

// sparseOutput appends c = factor·(qL·a + qR·b + qM·a·b + qC).
func (t *translator) sparseOutput(row uint32, g gate, factor uint32) {
	times := t.constants.times
	g = gate{a: g.a, b: g.b, c: g.c, qL: times(g.qL, factor), qR: times(g.qR, factor),
		qM: times(g.qM, factor), qC: times(g.qC, factor)}
	if t.isXor(g) {
		t.emit(program.SparseXor, row, g.a, g.b, g.c)
		t.product(g.c)
		return
	}
	if g.qM == constraint.CoeffIdZero {
		t.emit(program.SparseLinear, row, g.a, g.b, g.c)
	} else {
		t.emit(program.SparseOutput, row, g.a, g.b, g.c, g.qM)
	}
	t.value(g.linear())
}

// isXor reports whether c = a + b − 2·a·b of bits.
func (t *translator) isXor(g gate) bool {
	const one, minusTwo = constraint.CoeffIdOne, constraint.CoeffIdMinusTwo
	return t.isBit(g.a) && t.isBit(g.b) &&
		gate{qL: g.qL, qR: g.qR, qM: g.qM, qC: g.qC} == gate{qL: one, qR: one, qM: minusTwo}
}

// assertGate appends a constraint whose wires are known to the assertions. Its sum stands on the
// product's other side, so that one of them changes its sign.
func (t *translator) assertGate(row uint32, g gate) {
	negated := t.constants.negated
	switch {
	case g.qM == constraint.CoeffIdZero:
	case g.qM == constraint.CoeffIdOne && max(g.qL, g.qR, g.qO, g.qC) < nbFixed:
		g.qL, g.qR, g.qO, g.qC = negated(g.qL), negated(g.qR), negated(g.qO), negated(g.qC)
	default: // no new constants
		g.qM = negated(g.qM)
	}
	t.check(program.SparseAssert, row, g.a, g.b, g.c, g.qM)
	t.checkValue(g.linear())
}

// setOnly notes that a row's operation sets a wire, and that it reads two others.
func (t *translator) setOnly(row, wire, x, y uint32) error {
	if !t.solved(x) || !t.solved(y) {
		return fmt.Errorf("%w: row %d has two unknown wires", program.ErrUnsupported, row)
	}
	return t.set(wire)
}

func (t *translator) divideSparse(d division, packed constraint.PackedInstruction) {
	t.emit(d.side, t.row(d.instruction))
	t.emit(t.system.CallData[packed.StartCallData:][:8]...)
}
