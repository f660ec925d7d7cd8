package system

import (
	"weak"

	"github.com/consensys/gnark/constraint"
)

// Circuit recognises a constraint system, and the domain that its constraints are numbered for.
type Circuit struct {
	instructions weak.Pointer[constraint.PackedInstruction]
	calldata     weak.Pointer[uint32]
	rows, domain int
}

// CircuitOf returns what recognises a system, over a domain of n elements.
func CircuitOf(s *constraint.System, n int) Circuit {
	c := Circuit{rows: s.GetNbConstraints(), domain: n}
	if len(s.Instructions) > 0 && len(s.CallData) > 0 {
		c.instructions, c.calldata = weak.Make(&s.Instructions[0]), weak.Make(&s.CallData[0])
	}
	return c
}
