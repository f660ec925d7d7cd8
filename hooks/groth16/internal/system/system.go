package system

import (
	"context"
	"fmt"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
)

// System is one of gnark's constraint systems.
type System[E any] struct {
	*constraint.System
	Coefficients []E
	// Solve solves the system. commit computes the commitments for our solver; gnark's finds it
	// among the options.
	Solve Solve[E]
	// Wires is Solve for the wires alone. A follower is told of them meanwhile, unless it is nil.
	Wires func(own.Follower[E]) Solve[E]
	// Prepare does ahead what Solve does for the first witness, with what a folder has.
	Prepare func(*prepared.Folder)
	// Digest is that of all that a program of the system follows from.
	Digest func() (prepared.Digest, error)
	// Folder is where the system is prepared; nil for none.
	Folder *prepared.Folder
}

// Solve solves a system.
type Solve[E any] func(
	ctx context.Context, w witness.Witness, commit func([]E) (E, error), opts ...solver.Option,
) (*Solution[E], error)

// Solution is a solution of a system.
type Solution[E any] struct {
	W       []E      // the values of the wires
	A, B, C []E      // the values of the constraints' expressions; nil if only W is known
	Solver  own.Name // which one ran
	Release func()   // gives the memory of the values back; nothing may use them then
}

// Of returns a system of our solver's.
func Of[E machine.Element](s machine.System[E], coefficients []E) *System[E] {
	return &System[E]{
		System: s.System, Coefficients: coefficients, Prepare: s.Prepare, Digest: s.Digest,
		Solve: func(
			ctx context.Context, w witness.Witness, commit func([]E) (E, error),
			opts ...solver.Option,
		) (*Solution[E], error) {
			return solutionOf(s.Solve(ctx, w, commit, opts...))
		},
		Wires: func(f own.Follower[E]) Solve[E] {
			return func(
				ctx context.Context, w witness.Witness, commit func([]E) (E, error),
				opts ...solver.Option,
			) (*Solution[E], error) {
				return solutionOf(s.Wires(ctx, w, commit, f, opts...))
			}
		},
	}
}

// solutionOf returns a solution of our solver's, which keeps none of the values: so the CPU can
// free some of them early.
func solutionOf[E machine.Element](s *machine.Solution[E], err error) (*Solution[E], error) {
	if err != nil {
		return nil, err
	}
	solution := &Solution[E]{
		W: s.Wires, A: s.Rows[0], B: s.Rows[1], C: s.Rows[2],
		Solver: s.Solver, Release: s.Release,
	}
	s.Wires, s.Rows = nil, [3][]E{}
	return solution, nil
}

// Check refuses a system that Groth16 does not prove.
func (s *System[E]) Check() error {
	switch {
	case s == nil:
		return fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	case s.Type != constraint.SystemR1CS:
		return fmt.Errorf("%w: the constraint system is not an R1CS", ErrInvalidInput)
	}
	if _, ok := s.CommitmentInfo.(constraint.Groth16Commitments); !ok {
		return notGroth16Commitments()
	}
	return nil
}

func notGroth16Commitments() error {
	return fmt.Errorf("%w: the constraint system's commitments are not those of Groth16",
		ErrInvalidInput)
}

// Commitments are the system's, after Check.
func (s *System[E]) Commitments() constraint.Groth16Commitments {
	return s.CommitmentInfo.(constraint.Groth16Commitments)
}

// NbWires is the number of wires.
func (s *System[E]) NbWires() int {
	return s.GetNbPublicVariables() + s.GetNbSecretVariables() + s.GetNbInternalVariables()
}

// CheckWitness refuses a witness over another field. Whether it fits the system is left to the
// solver.
func CheckWitness[E any](f *algebra.Field[E], fullWitness witness.Witness) error {
	if fullWitness == nil {
		return fmt.Errorf("%w: no witness", ErrInvalidInput)
	}
	if _, ok := f.Elements(fullWitness.Vector()); !ok {
		return fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return nil
}
