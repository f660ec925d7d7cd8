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
	// among the options. The follower is told of the wires meanwhile.
	Solve func(
		ctx context.Context, w witness.Witness, commit func([]E) (E, error),
		follower own.Follower[E], opts ...solver.Option,
	) (*Solution[E], error)
	// Prepare does ahead what Solve does for the first witness, with what a folder has.
	Prepare func(*prepared.Folder)
	// Folder is where the system is prepared; nil for none.
	Folder *prepared.Folder
}

// Solution is a solution of a system.
type Solution[E any] struct {
	Wires   []E      // by number; nil where the solver tells the next field instead
	Values  [3][]E   // of L, R and O on H
	Solver  own.Name // which one ran
	Release func()   // gives the memory of the values back; nothing may use them then
}

// Of returns a system of our solver's.
func Of[E machine.Element](s machine.System[E], coefficients []E) *System[E] {
	return &System[E]{
		System: s.System, Coefficients: coefficients, Prepare: s.Prepare,
		Solve: func(
			ctx context.Context, w witness.Witness, commit func([]E) (E, error),
			follower own.Follower[E], opts ...solver.Option,
		) (*Solution[E], error) {
			s, err := s.Wires(ctx, w, commit, follower, opts...)
			if err != nil {
				return nil, err
			}
			return &Solution[E]{
				Wires: s.Wires, Values: s.Rows, Solver: s.Solver, Release: s.Release,
			}, nil
		},
	}
}

// Rows are the rows of a circuit. Public inputs come first, then constraints up to End, then
// padding up to a power of two.
type Rows struct{ Public, End int }

// Rows returns the system's rows.
func (s *System[E]) Rows() Rows {
	return Rows{len(s.Public), len(s.Public) + s.GetNbConstraints()}
}

// MostRows is the limit of a circuit's rows, for positions have 32 bits.
const MostRows = 1 << 30

// Check refuses a constraint system that PLONK does not prove.
func (s *System[E]) Check() error {
	if s == nil {
		return fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if s.Type != constraint.SystemSparseR1CS {
		return fmt.Errorf("%w: the constraint system is not a sparse R1CS", ErrInvalidInput)
	}
	infos, ok := s.CommitmentInfo.(constraint.PlonkCommitments)
	if !ok {
		return notPlonkCommitments()
	}
	for i := range infos {
		if !s.hasRow(infos[i].CommitmentIndex) {
			return fmt.Errorf("%w: commitment %d is not at a constraint", ErrInvalidInput, i)
		}
		for _, row := range infos[i].Committed {
			if !s.hasRow(row) {
				return fmt.Errorf("%w: commitment %d is to what is no constraint",
					ErrInvalidInput, i)
			}
		}
	}
	return nil
}

func notPlonkCommitments() error {
	return fmt.Errorf("%w: the constraint system's commitments are not those of PLONK",
		ErrInvalidInput)
}

func (s *System[E]) hasRow(row int) bool { return row >= 0 && row < s.GetNbConstraints() }

// Commitments are the system's, after Check.
func (s *System[E]) Commitments() constraint.PlonkCommitments {
	return s.CommitmentInfo.(constraint.PlonkCommitments)
}

// CheckWitness returns all values and those of the public inputs. The solver checks whether they
// are as many as the system has inputs, and satisfy it.
func (s *System[E]) CheckWitness(
	f *algebra.Field[E], full witness.Witness,
) (values, public []E, err error) {
	if full == nil {
		return nil, nil, fmt.Errorf("%w: no witness", ErrInvalidInput)
	}
	values, ok := f.Elements(full.Vector())
	if !ok {
		return nil, nil, fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return values, values[:min(len(values), len(s.Public))], nil
}
