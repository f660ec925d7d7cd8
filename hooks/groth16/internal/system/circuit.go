package system

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Circuit recognises a constraint system, and the domain that its constraints are numbered for.
type Circuit struct {
	solver.Identity
	domain int
}

// CircuitOf returns a value that recognises a system, over a domain of n elements.
func CircuitOf(s *constraint.System, n int) Circuit { return Circuit{solver.IdentityOf(s), n} }

// Hidden returns the wires behind the public ones without a point in K. They are the private
// committed wires, whose points are in the commitment keys, and the wires that hold the
// commitments, which the verifier treats as public inputs. They ascend, and none is there twice.
func Hidden(commitments constraint.Groth16Commitments) []int {
	wires := slices.Concat(commitments.GetPrivateCommitted()...)
	wires = append(wires, commitments.CommitmentIndexes()...)
	slices.Sort(wires)
	return slices.Compact(wires)
}

// Hidden returns [Hidden] of the system's commitments. A proof asks several times, and the answer
// is as long as the commitments, so it is kept as long as the system lives.
func (s *System[E]) Hidden() []int {
	if len(s.Commitments) == 0 {
		return nil
	}
	circuit := CircuitOf(s.System, 0)
	h, err := hiddenOf.Get(keys.PointerTo(s.System),
		func(h *hidden) bool { return h.circuit == circuit },
		func() (*hidden, error) { return &hidden{circuit, Hidden(s.Commitments)}, nil })
	if err != nil {
		return Hidden(s.Commitments) // the first caller panicked
	}
	return h.wires
}

// hiddenOf has the hidden wires of all systems that live.
var hiddenOf keys.Cache[*hidden]

// hidden has the hidden wires of a circuit.
type hidden struct {
	circuit Circuit
	wires   []int
}
