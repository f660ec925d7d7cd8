package protocol

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// check refuses a constraint system that PLONK does not prove.
func (s *System[E]) check() error {
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

func errNoKey() error { return fmt.Errorf("%w: no proving key", ErrInvalidInput) }

func (s *System[E]) hasRow(row int) bool { return row >= 0 && row < s.GetNbConstraints() }

// commitments are the system's, after check.
func (s *System[E]) commitments() constraint.PlonkCommitments {
	return s.CommitmentInfo.(constraint.PlonkCommitments)
}

// checkWitness returns all values and those of the public inputs. The solver checks whether they
// are as many as the system has inputs, and satisfy it.
func (s *System[E]) checkWitness(
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

// checkKey refuses a key whose shape is not the one that the system's setup gives.
func checkKey[P, E any](s *System[E], pk *Key[P, E]) error {
	if pk == nil || pk.Verifying == nil {
		return fmt.Errorf("%w: no proving key, or one without its verifying key", ErrInvalidInput)
	}
	size := int(ecc.NextPowerOfTwo(uint64(s.rows().end)))
	if size < 2 || size > mostRows {
		return fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, size)
	}
	for _, count := range []struct {
		what      string
		got, want int
	}{
		{"rows", pk.Verifying.Rows, size},
		{"public inputs", pk.Verifying.Public, len(s.Public)},
		{"commitments", len(pk.Verifying.Qcp), len(s.commitments())},
		{"points in Lagrange form", len(pk.Lagrange), size},
		{"points in canonical form", min(len(pk.Canonical), size+3), size + 3},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: %d %s, expected %d",
				ErrKeyMismatch, count.got, count.what, count.want)
		}
	}
	return nil
}
