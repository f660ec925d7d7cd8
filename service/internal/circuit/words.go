package circuit

import (
	"github.com/consensys/gnark/constraint"
)

// commitments checks the wires and constraints that a system commits to.
func (o *order) commitments() {
	within := func(what string, limit int, indices ...int) {
		for _, i := range indices {
			if i < 0 || i >= limit {
				o.fail("a commitment to %s %d of %d", what, i, limit)
			}
		}
	}
	wires := len(o.solvedAt)
	_, ofGroth16 := o.CommitmentInfo.(constraint.Groth16Commitments)
	_, ofPLONK := o.CommitmentInfo.(constraint.PlonkCommitments)
	if o.sparse && !ofPLONK || !o.sparse && !ofGroth16 {
		o.fail("commitments of another scheme")
	}
	switch all := o.CommitmentInfo.(type) {
	case constraint.Groth16Commitments:
		for _, c := range all {
			within("wire", wires, c.CommitmentIndex)
			within("wire", wires, c.PrivateCommitted...)
			within("wire", wires, c.PublicAndCommitmentCommitted...)
			within("public wire", len(c.PublicAndCommitmentCommitted)+1, c.NbPublicCommitted)
		}
	case constraint.PlonkCommitments:
		for _, c := range all {
			within("constraint", o.NbConstraints, c.CommitmentIndex)
			within("constraint", o.NbConstraints, c.Committed...)
		}
	}
}

// words checks the texts that the solver prints for constraints that do not hold.
func (o *order) words() {
	for _, i := range o.MDebug {
		if i < 0 || i >= len(o.DebugInfo) {
			o.fail("text %d of %d", i, len(o.DebugInfo))
		}
	}
	for _, texts := range [][]constraint.LogEntry{o.DebugInfo, o.Logs} {
		for _, text := range texts {
			o.text(text)
		}
	}
}

func (o *order) text(text constraint.LogEntry) {
	for _, expression := range text.ToResolve {
		for _, t := range expression {
			o.coefficient(t.CID)
			if !t.IsConstant() && t.WireID() >= len(o.solvedAt) {
				o.fail("wire %d of %d in a text", t.VID, len(o.solvedAt))
			}
		}
	}
	for _, i := range text.Stack {
		_ = o.SymbolTable.Functions[o.SymbolTable.Locations[i].FunctionID]
	}
}
