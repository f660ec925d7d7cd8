package circuit

import (
	"slices"

	"github.com/consensys/gnark/constraint"
)

// commitments checks the wires and constraints that a system commits to.
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
