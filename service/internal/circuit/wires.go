package circuit

import (
	"math"

	"github.com/consensys/gnark/constraint"
)

func (o *order) coefficient(indices ...uint32) {
	for _, i := range indices {
		if int(i) >= o.coefficients {
			o.fail("coefficient %d of %d", i, o.coefficients)
		}
	}
}

// unsolved tells whether a wire is still to be solved. One of this level is neither.
func (o *order) unsolved(wire uint32) bool {
	switch {
	case int64(wire) >= int64(len(o.solvedAt)):
		o.fail("wire %d of %d", wire, len(o.solvedAt))
	case o.solvedAt[wire] == o.level:
		o.fail("wire %d is used on the level that solves it", wire)
	default:
		return o.solvedAt[wire] == 0
	}
	return false
}

// known checks wires that are read.
func (o *order) known(wires ...uint32) {
	for _, wire := range wires {
		if o.unsolved(wire) {
			o.fail("wire %d is used before it is solved", wire)
		}
	}
}

// outputs has an instruction solve the wires of a range.
func (o *order) outputs(start, end uint32) {
	if end < start {
		o.fail("outputs from %d to %d", start, end)
	}
	for wire := start; wire < end && o.err == nil; wire++ {
		if !o.unsolved(wire) {
			o.fail("wire %d is solved twice", wire)
			return
		}
		o.solvedAt[wire] = o.level
	}
}

// term checks a coefficient with its wire, which may stand for the constant one.
func (o *order) term(coefficient, wire uint32) {
	o.coefficient(coefficient)
	if wire != math.MaxUint32 {
		o.known(wire)
	}
}

// expressions checks n linear expressions from an index on, and returns the index after them. They
// have a single term each, or any number.
func (o *order) expressions(words []uint32, at, n int, single bool) int {
	for i := 0; i < n && o.err == nil; i++ {
		terms := words[at]
		if single && terms != 1 {
			o.fail("an expression of %d terms", terms)
		}
		at++
		for ; terms > 0 && o.err == nil; terms-- {
			o.term(words[at], words[at+1])
			at += 2
		}
	}
	return at
}

// entries checks the first n entries of a table, unless they were checked before.
func (o *order) entries(t *table, n int) {
	if done := o.tables[t]; done.n < n {
		at := o.expressions(t.EntriesCalldata, done.words, n-done.n, o.sparse)
		o.tables[t] = entries{n, at}
	}
}

// sparseR1C checks a sparse constraint. Sums and products solve their last wire, others at most one
// wire.
func (o *order) sparseR1C(b constraint.BlueprintSparseR1C, i constraint.Instruction) {
	var c constraint.SparseR1C
	b.DecompressSparseR1C(&c, i)
	o.coefficient(c.QL, c.QR, c.QO, c.QM, c.QC)
	switch b.(type) {
	case *constraint.BlueprintSparseR1CBool[constraint.U64]:
		o.known(c.XA)
	case *constraint.BlueprintGenericSparseR1C[constraint.U64]:
		solves := c.Commitment == constraint.NOT
		for _, wire := range []uint32{c.XA, c.XB, c.XC} {
			if o.unsolved(wire) && solves {
				o.outputs(wire, wire+1)
				solves = false
			}
		}
	default:
		o.known(c.XA, c.XB)
		o.outputs(c.XC, c.XC+1)
	}
}

// product checks the three expressions of an R1C, in which one wire may be solved.
func (o *order) product(words []uint32) {
	terms := int(words[1]) + int(words[2]) + int(words[3])
	solves, found := uint32(0), false
	for at := 4; terms > 0 && o.err == nil; terms-- {
		coefficient, wire := words[at], words[at+1]
		at += 2
		o.coefficient(coefficient)
		if !o.unsolved(wire) {
			continue
		}
		if found || coefficient == constraint.CoeffIdZero {
			o.fail("wire %d cannot be solved", wire)
		}
		solves, found = wire, true
	}
	if found {
		o.outputs(solves, solves+1)
	}
}
