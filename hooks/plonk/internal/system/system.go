// Package system reads gnark's constraint systems for the provers, once for all curves. It has the
// rows of a system, the sizes of its keys, and its selectors and permutation. A proof relates them
// to the wires in a [Numerator], by the challenges of a [Transcript]. All of it is on the host.
package system

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// ErrInvalidInput is wrapped by the errors of input that no prover takes.
var ErrInvalidInput = errors.New("plonk: invalid input")

// Solver is our solver of a system.
type Solver[E any] = solver.System[E]

// System is one of gnark's constraint systems that PLONK proves, with its solver.
type System[E any] struct {
	Solver[E]
	Commitments constraint.PlonkCommitments
	Folder      *prepared.Folder // where the system is prepared; nil for none
}

// Rows are the rows of a circuit. Public inputs come first, then constraints up to End, then
// padding up to a power of two.
type Rows struct{ Public, End int }

// Rows returns the system's rows.
func (s *System[E]) Rows() Rows {
	return Rows{len(s.Public), len(s.Public) + s.GetNbConstraints()}
}

// MaxRows is the limit of a circuit's rows, for positions have 32 bits.
const MaxRows = 1 << 30

// Of returns a system of our solver's. It refuses one that PLONK does not prove.
func Of[E any](solver Solver[E]) (*System[E], error) {
	s := &System[E]{Solver: solver}
	if s.System == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if s.Type != constraint.SystemSparseR1CS {
		return nil, fmt.Errorf("%w: the constraint system is not a sparse R1CS", ErrInvalidInput)
	}
	var ok bool
	if s.Commitments, ok = s.CommitmentInfo.(constraint.PlonkCommitments); !ok {
		return nil, fmt.Errorf("%w: the constraint system's commitments are not those of PLONK",
			ErrInvalidInput)
	}
	for i, info := range s.Commitments {
		if !s.hasRow(info.CommitmentIndex) {
			return nil, fmt.Errorf("%w: commitment %d is not at a constraint", ErrInvalidInput, i)
		}
		for _, row := range info.Committed {
			if !s.hasRow(row) {
				return nil, fmt.Errorf("%w: commitment %d is to what is no constraint",
					ErrInvalidInput, i)
			}
		}
	}
	return s, nil
}

func (s *System[E]) hasRow(row int) bool { return row >= 0 && row < s.GetNbConstraints() }

// Sizes are the numbers of a circuit's rows, a power of two, and commitments.
type Sizes = device.Shape

// SizesOf returns the sizes of a circuit.
func SizesOf[E any](s *System[E]) (z Sizes, err error) {
	padded := ecc.NextPowerOfTwo(uint64(s.Rows().End))
	z = Sizes{Rows: int(padded), Commitments: len(s.Commitments)}
	if z.Rows > MaxRows {
		err = fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, z.Rows)
	}
	return z, err
}

// RowsOfKeys returns the number of rows of the system's keys, a power of two. It refuses reference
// strings that are no match, with gnark's messages.
func (s *System[E]) RowsOfKeys(canonical, lagrange int) (int, error) {
	z, err := SizesOf(s)
	if err != nil {
		return 0, err
	}
	switch n := z.Rows; {
	case n < 2:
		return 0, fmt.Errorf("%w: circuit has only %d constraints; "+
			"unsupported by the current implementation", ErrInvalidInput, s.Rows().End)
	case canonical < n+3: // a blinded polynomial has three more coefficients
		return 0, fmt.Errorf("%w: kzg srs is too small: got %d, need %d",
			ErrInvalidInput, canonical, n+3)
	case lagrange != n:
		return 0, fmt.Errorf("%w: kzg srs lagrange is too small: got %d, need %d",
			ErrInvalidInput, lagrange, n)
	}
	return z.Rows, nil
}
