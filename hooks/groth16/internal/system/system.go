// Package system reads gnark's constraint systems for the provers, once for all curves. It has the
// rows and the wires of a system, the sizes of its keys, and the data that follows from its wires.
// A [Writer] writes columns of a system in other columns, for checks without a verifying key.
package system

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark/constraint"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Errors of the provers, which package groth16 exports and documents.
var (
	ErrInvalidInput    = errors.New("groth16: invalid input")
	ErrInvalidSolution = errors.New("groth16: not a solution to prove from")
)

// Solver is our solver of a system.
type Solver[E any] = solver.System[E]

// System is one of gnark's constraint systems that Groth16 proves, with its solver.
type System[E any] struct {
	Solver[E]
	Commitments constraint.Groth16Commitments
	Folder      *prepared.Folder // where the system is prepared; nil for none

	rows func() (*device.Rows, error) // are read ahead; or nil
}

// Solution is a solution of a system: wires, and the values of A, B and C.
type Solution[E any] = solver.Solution[E]

// Of returns a system of our solver's. It refuses one that Groth16 does not prove.
func Of[E any](s Solver[E]) (*System[E], error) {
	switch {
	case s.System == nil:
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	case s.Type != constraint.SystemR1CS:
		return nil, fmt.Errorf("%w: the constraint system is not an R1CS", ErrInvalidInput)
	}
	commitments, ok := s.CommitmentInfo.(constraint.Groth16Commitments)
	if !ok {
		return nil, fmt.Errorf("%w: the constraint system's commitments are not those of Groth16",
			ErrInvalidInput)
	}
	return &System[E]{Solver: s, Commitments: commitments}, nil
}

// NbWires is the number of wires.
func (s *System[E]) NbWires() int {
	return s.GetNbPublicVariables() + s.GetNbSecretVariables() + s.GetNbInternalVariables()
}
