package circuit

import (
	"math"
	"slices"

	"github.com/consensys/gnark/constraint"
)

// IsSolved tells whether a wire is solved. One of this level is neither that nor unsolved.
func (o *order) IsSolved(wire uint32) bool {
	if o.solvedAt[wire] == o.level {
		o.fail("wire %d is used on the level that solves it", wire)
	}
	return o.solvedAt[wire] != 0
}

// SetValue has an instruction solve a wire.
func (o *order) SetValue(wire uint32, _ u64) {
	if o.IsSolved(wire) {
		o.fail("wire %d is solved twice", wire)
	}
	o.solvedAt[wire] = o.level
}

// GetValue checks a term, whose wire is solved.
func (o *order) GetValue(coefficient, wire uint32) u64 {
	if wire != math.MaxUint32 && !o.IsSolved(wire) { // which stands for one
		o.fail("wire %d is used before it is solved", wire)
	}
	return o.GetCoeff(coefficient)
}

// GetCoeff checks a coefficient.
func (o *order) GetCoeff(i uint32) (zero u64) {
	_ = o.coefficients[i]
	return zero
}

// Read checks a linear expression, and returns the number of its words.
func (o *order) Read(words []uint32) (zero u64, n int) {
	if o.sparse && words[0] != 1 {
		o.fail("an expression of %d terms", words[0])
	}
	return zero, o.expression(words)
}

// Inverse finds one for all values, so that no constraint divides by zero.
func (o *order) Inverse(x u64) (u64, bool) { return x, true }

// Uint64 finds each value to be an index of a table.
func (o *order) Uint64(u64) (uint64, bool) { return 0, true }

// GetBlueprint is for blueprints since gnark v0.15.0.
func (o *order) GetBlueprint(id constraint.BlueprintID) constraint.Blueprint {
	return o.Blueprints[id]
}

// expression checks the terms of a linear expression, and returns the number of its words.
func (o *order) expression(words []uint32) (n int) {
	n = 1
	for range words[0] {
		o.GetValue(words[n], words[n+1])
		n += 2
	}
	return n
}

func (o *order) hint(words []uint32) {
	at := 3
	for range words[2] {
		at += o.expression(words[at:])
	}
	start, end := words[at], words[at+1]
	if end < start {
		o.fail("outputs from %d to %d", start, end)
	}
	for wire := start; wire < end; wire++ {
		o.SetValue(wire, u64{})
	}
}

// product checks the three expressions of an R1C, in which at most one wire is solved.
func (o *order) product(words []uint32) {
	if o.sparse {
		o.fail("a constraint of Groth16")
	}
	var open []uint32
	terms := int(words[1]) + int(words[2]) + int(words[3])
	for words = words[4:]; terms > 0; terms-- {
		_ = o.coefficients[words[0]]
		if wire := words[1]; !o.IsSolved(wire) {
			open = append(open, wire)
			if words[0] == constraint.CoeffIdZero {
				o.fail("wire %d cannot be solved", wire)
			}
		}
		words = words[2:]
	}
	if len(open) > 1 {
		o.fail("one constraint is to solve the wires %d", open)
	}
	for _, wire := range open {
		o.SetValue(wire, u64{})
	}
}

func (o *order) commitments() {
	switch all := o.CommitmentInfo.(type) {
	case constraint.Groth16Commitments:
		if o.sparse {
			o.fail("commitments of Groth16")
		}
		for _, c := range all {
			_ = o.solvedAt[c.CommitmentIndex]
			for _, wire := range slices.Concat(c.PrivateCommitted, c.PublicAndCommitmentCommitted) {
				_ = o.solvedAt[wire]
			}
			_ = c.PublicAndCommitmentCommitted[c.NbPublicCommitted:]
		}
	case constraint.PlonkCommitments:
		if !o.sparse {
			o.fail("commitments of PLONK")
		}
		for _, c := range all {
			_ = o.rows[c.CommitmentIndex]
			for _, row := range c.Committed {
				_ = o.rows[row]
			}
		}
	default:
		o.fail("no commitments")
	}
}

// texts checks the texts that the solver prints for constraints that do not hold.
func (o *order) texts() {
	for _, i := range o.MDebug {
		_ = o.DebugInfo[i]
	}
	for _, text := range slices.Concat(o.DebugInfo, o.Logs) {
		for _, t := range slices.Concat(text.ToResolve...) {
			_ = o.coefficients[t.CID]
			if !t.IsConstant() {
				_ = o.solvedAt[t.WireID()]
			}
		}
		for _, i := range text.Stack {
			_ = o.SymbolTable.Functions[o.SymbolTable.Locations[i].FunctionID]
		}
	}
}
