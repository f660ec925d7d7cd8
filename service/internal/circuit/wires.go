package circuit

import (
	"math"

	"github.com/consensys/gnark/constraint"
)

// unsolved tells whether a wire is still to be solved. One of this level is neither.
func (o *order) unsolved(wire uint32) bool {
	if o.solvedAt[wire] == o.level {
		o.fail("wire %d is used on the level that solves it", wire)
	}
	return o.solvedAt[wire] == 0
}

// outputs has an instruction solve the wires of a range.
func (o *order) outputs(start, end uint32) {
	if end < start {
		o.fail("outputs from %d to %d", start, end)
	}
	for wire := start; wire < end; wire++ {
		if !o.unsolved(wire) {
			o.fail("wire %d is solved twice", wire)
		}
		o.solvedAt[wire] = o.level
	}
}

// known checks wires that are read.
func (o *order) known(wires ...uint32) {
	for _, wire := range wires {
		if o.unsolved(wire) {
			o.fail("wire %d is used before it is solved", wire)
		}
	}
}

// expressions checks n linear expressions at the beginning of words, and returns the words after
// them. They have a single term each, or any number.
func (o *order) expressions(words []uint32, n uint32, single bool) []uint32 {
	for range n {
		terms := words[0]
		if single && terms != 1 {
			o.fail("an expression of %d terms", terms)
		}
		words = words[1:]
		for range terms {
			_ = o.coefficients[words[0]]
			if wire := words[1]; wire != math.MaxUint32 { // which stands for one
				o.known(wire)
			}
			words = words[2:]
		}
	}
	return words
}

// entries checks the first n entries of a table, unless they were checked before.
func (o *order) entries(t *table, n int) {
	if done := o.tables[t]; done.n < n {
		rest := o.expressions(t.EntriesCalldata[done.words:], uint32(n-done.n), o.sparse)
		o.tables[t] = entries{n, len(t.EntriesCalldata) - len(rest)}
	}
}

// product checks the three expressions of an R1C, in which one wire may be solved.
func (o *order) product(words []uint32) {
	if o.sparse {
		o.fail("a constraint of Groth16")
	}
	var open []uint32
	terms := int(words[1]) + int(words[2]) + int(words[3])
	for words = words[4:]; terms > 0; terms-- {
		_ = o.coefficients[words[0]]
		if wire := words[1]; o.unsolved(wire) {
			open = append(open, wire)
			if words[0] == constraint.CoeffIdZero {
				o.fail("wire %d cannot be solved", wire)
			}
		}
		words = words[2:]
	}
	o.solve(open)
}

// sparseR1C returns a sparse constraint, whose coefficients it checks.
func (o *order) sparseR1C(
	b constraint.BlueprintSparseR1C, p constraint.PackedInstruction,
) (c constraint.SparseR1C) {
	b.DecompressSparseR1C(&c, p.Unpack(o.System))
	_ = o.coefficients[max(c.QL, c.QR, c.QO, c.QM, c.QC)]
	return c
}

// output checks a sum or a product, which solves its last wire.
func (o *order) output(c constraint.SparseR1C) {
	o.known(c.XA, c.XB)
	o.outputs(c.XC, c.XC+1)
}

// gate checks any other constraint, which solves at most one wire. One of a commitment solves none.
func (o *order) gate(c constraint.SparseR1C) {
	var open []uint32
	for _, wire := range []uint32{c.XA, c.XB, c.XC} {
		if o.unsolved(wire) {
			open = append(open, wire)
		}
	}
	if c.Commitment == constraint.NOT {
		o.solve(open)
	}
}

// solve has a constraint solve its one unsolved wire, if it has any.
func (o *order) solve(open []uint32) {
	switch len(open) {
	case 0:
	case 1:
		o.outputs(open[0], open[0]+1)
	default:
		o.fail("one constraint is to solve the wires %d", open)
	}
}
