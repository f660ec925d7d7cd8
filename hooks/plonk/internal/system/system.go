package system

import (
	"fmt"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/solving"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
)

// System is one of gnark's constraint systems, with its solver.
type System[E any] struct{ solving.Solver[E] }

// Solution is a solution of a system: wires, or else the values of L, R and O on H.
type Solution[E any] = solving.Solution[E]

// Of returns a system of our solver's.
func Of[E machine.Element](s machine.System[E], coefficients []E) *System[E] {
	return &System[E]{solving.Of(s, coefficients)}
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
		return fmt.Errorf("%w: the constraint system's commitments are not those of PLONK",
			ErrInvalidInput)
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
