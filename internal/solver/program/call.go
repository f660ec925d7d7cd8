package program

import "github.com/consensys/gnark/constraint/solver"

type Call struct {
	ID        solver.HintID
	Inputs    []uint32 // each the number of terms, then pairs of a coefficient and a wire
	NbInputs  int
	First     uint32 // the wire of the first output
	NbOutputs int
}

// NewCall reads a call from the calldata of a [constraint.BlueprintGenericHint].
func NewCall(calldata []uint32) Call {
	size := calldata[0]
	first, end := calldata[size-2], calldata[size-1]
	return Call{
		ID: solver.HintID(calldata[1]), Inputs: calldata[3 : size-2], NbInputs: int(calldata[2]),
		First: first, NbOutputs: int(end - first),
	}
}

// Next splits the first expression of calldata from the rest. Its number of terms comes first.
func Next(calldata []uint32) (terms, rest []uint32) {
	n := 1 + 2*int(calldata[0])
	return calldata[1:n], calldata[n:]
}

// Commitment is a call of the hint that stands for a commitment to many inputs.
type Commitment struct {
	Instruction uint32
	Parts       []uint32 // where each PartInputs inputs begin in the call's
	FirstPart   uint32   // the number of parts of all commitments before
}

const PartInputs = 1 << 10 // that one [Collect] reads, at most

// Room is that of the inputs of all commitments before, in elements.
func (c *Commitment) Room() int { return int(c.FirstPart) * PartInputs }

// InputsRoom is that of the inputs of all commitments, in elements.
func (p *Program) InputsRoom() (n int) {
	for _, c := range p.Commitments {
		n += len(c.Parts) * PartInputs
	}
	return n
}
