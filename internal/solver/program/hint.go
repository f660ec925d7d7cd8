package program

import "github.com/consensys/gnark/constraint/solver"

// hint is an instruction that calls a hint function.
type hint struct {
	id     solver.HintID
	inputs []uint32 // expressions: the number of terms, then pairs of a coefficient and a wire
	nb     int      // of inputs
	first  uint32   // output
	n      int      // of outputs
}

// newHint reads a hint from the calldata of a [constraint.BlueprintGenericHint].
func newHint(calldata []uint32) hint {
	size := calldata[0]
	first, end := calldata[size-2], calldata[size-1]
	return hint{
		id: solver.HintID(calldata[1]), inputs: calldata[3 : size-2], nb: int(calldata[2]),
		first: first, n: int(end - first),
	}
}

// next splits the expression that calldata begins with, its number of terms first, from the rest.
func next(calldata []uint32) (terms, rest []uint32) {
	n := 1 + 2*int(calldata[0])
	return calldata[1:n], calldata[n:]
}
