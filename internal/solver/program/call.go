package program

import "github.com/consensys/gnark/constraint/solver"

// Call is an instruction that calls a hint function.
type Call struct {
	ID solver.HintID
	// Inputs are expressions: the number of terms, then pairs of a coefficient and a wire.
	Inputs []uint32
	// NbInputs is the number of expressions.
	NbInputs int
	// First is the wire of the first output, and NbOutputs the number of outputs.
	First     uint32
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

// Next splits the expression that calldata begins with, its number of terms first, from the rest.
func Next(calldata []uint32) (terms, rest []uint32) {
	n := 1 + 2*int(calldata[0])
	return calldata[1:n], calldata[n:]
}

// Commitment is a call of the hint that stands for a commitment to many inputs.
type Commitment struct {
	Instruction uint32
	// Parts says where each PartInputs inputs begin in the call's.
	Parts []uint32
	// FirstPart is the number of parts of all commitments before.
	FirstPart uint32
}

// PartInputs is the number of inputs that one [Collect] reads, at most.
const PartInputs = 1 << 10
