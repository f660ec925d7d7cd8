package translate

import (
	"fmt"
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// gate is a constraint qL·a + qR·b + qO·c + qM·a·b + qC = 0, by its wires and coefficients.
type gate struct{ a, b, c, qL, qR, qO, qM, qC uint32 }

// row returns the row of a constraint: those of the public inputs come first.
func (t *translator) row(constraint uint32) uint32 { return uint32(t.Public) + constraint }

// sparse translates an instruction that only a SparseR1CS has.
func (t *translator) sparse(i uint32, b constraint.Blueprint, d []uint32) error {
	row := t.row(t.system.Instructions[i].ConstraintOffset)
	switch b.(type) {
	case *constraint.BlueprintSparseR1CAdd[constraint.U64]:
		t.sparseAdd(row, gate{a: d[0], b: d[1], c: d[2], qL: d[3], qR: d[4], qC: d[5]})
		return t.setOnly(row, d[2], d[0], d[1])
	case *constraint.BlueprintSparseR1CMul[constraint.U64]:
		t.sparseMul(row, d[0], d[1], d[2], d[3])
		return t.setOnly(row, d[2], d[0], d[1])
	case *constraint.BlueprintSparseR1CBool[constraint.U64]:
		t.sparseBool(row, d[0], d[1], d[2])
		return nil
	case *constraint.BlueprintGenericSparseR1C[constraint.U64]:
		if constraint.CommitmentConstraint(d[8]) != constraint.NOT {
			t.check(program.SparseRow, row, d[0], d[1], d[2])
			return nil
		}
		return t.gate(i, row, gate{d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]})
	}
	return t.other(i, b)
}

// sparseAdd appends c = qL·a + qR·b + qC.
func (t *translator) sparseAdd(row uint32, g gate) {
	const one, minusOne = constraint.CoeffIdOne, constraint.CoeffIdMinusOne
	switch (gate{qL: g.qL, qR: g.qR, qC: g.qC}) {
	case gate{qL: one, qR: one}:
		t.emit(program.SparseAdd, row, g.a, g.b, g.c)
	case gate{qL: one, qR: minusOne}:
		t.emit(program.SparseSub, row, g.a, g.b, g.c)
	case gate{qL: minusOne, qR: one}:
		t.emit(program.SparseSubFrom, row, g.a, g.b, g.c)
	case gate{qL: one}:
		t.emit(program.SparseCopy, row, g.a, g.b, g.c)
	case gate{qL: one, qC: g.qC}:
		t.emit(program.SparseShift, row, g.a, g.b, g.c, g.qC)
	case gate{qL: g.qL}:
		t.emit(program.SparseScale, row, g.a, g.b, g.c, g.qL)
	default:
		t.emit(program.SparseLinear, row, g.a, g.b, g.c)
		t.value(g.linear())
	}
}

// linear returns the terms of qL·a + qR·b + qO·c + qC.
func (g *gate) linear() []uint32 {
	return []uint32{g.qL, g.a, g.qR, g.b, g.qO, g.c, g.qC, math.MaxUint32}
}

// sparseMul appends c = qM·a·b.
func (t *translator) sparseMul(row, a, b, c, qM uint32) {
	switch {
	case qM == constraint.CoeffIdOne && t.bit[a] && t.bit[b]:
		t.emit(program.SparseAnd, row, a, b, c)
		t.bit[c] = true
		return
	case qM == constraint.CoeffIdOne:
		t.emit(program.SparseMul, row, a, b, c)
		return
	}
	t.emit(program.SparseMulScaled, row, a, b, c, qM)
}

// sparseBool appends the assertion qL·a + qM·a² = 0, whose wires b and c are a and the first one.
func (t *translator) sparseBool(row, a, qL, qM uint32) {
	if t.bitGate(qL, qM) {
		t.check(program.SparseBit, row, a, a, 0)
		return
	}
	t.assertGate(row, gate{a: a, b: a, qL: qL, qM: qM})
}

// gate translates a constraint that may set any of its wires.
func (t *translator) gate(i, row uint32, g gate) error {
	switch {
	case !t.solved[g.a]:
		t.divisions = append(t.divisions, division{instruction: i, side: program.Left})
		return t.setOnly(row, g.a, g.b, g.c)
	case !t.solved[g.b]:
		t.divisions = append(t.divisions, division{instruction: i, side: program.Right})
		return t.setOnly(row, g.b, g.a, g.c)
	case !t.solved[g.c]:
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
		t.bit[g.c] = true
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
	return t.bit[g.a] && t.bit[g.b] &&
		gate{qL: g.qL, qR: g.qR, qM: g.qM, qC: g.qC} == gate{qL: one, qR: one, qM: minusTwo}
}

// assertGate appends a constraint whose wires are known to the assertions. Its sum stands on the
// product's other side, and changes its sign, unless the product does.
func (t *translator) assertGate(row uint32, g gate) {
	if g.qM == constraint.CoeffIdMinusOne {
		g.qM = constraint.CoeffIdOne
	} else {
		negated := t.constants.negated
		g.qL, g.qR, g.qO, g.qC = negated(g.qL), negated(g.qR), negated(g.qO), negated(g.qC)
	}
	t.check(program.SparseAssert, row, g.a, g.b, g.c, g.qM)
	t.checkValue(g.linear())
}

// setOnly notes that a row's operation sets a wire, and that it reads two others.
func (t *translator) setOnly(row, wire, x, y uint32) error {
	if !t.solved[x] || !t.solved[y] {
		return fmt.Errorf("%w: row %d has two unknown wires", program.ErrUnsupported, row)
	}
	return t.set(wire)
}

// divideSparse appends a constraint whose unknown wire is a or b.
func (t *translator) divideSparse(d division, packed constraint.PackedInstruction) {
	g := t.system.CallData[packed.StartCallData:]
	t.emit(d.side, t.row(packed.ConstraintOffset))
	t.emit(g[:8]...)
}
