package protocol

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Sizes are the number of a circuit's rows, a power of two, and that of its commitments.
type Sizes = device.Shape

// SizesOf returns the sizes of a circuit.
func SizesOf[E any](s *System[E]) (Sizes, error) {
	if s == nil || s.Type != constraint.SystemSparseR1CS {
		return Sizes{}, fmt.Errorf("%w: no sparse R1CS", ErrInvalidInput)
	}
	commitments, ok := s.CommitmentInfo.(constraint.PlonkCommitments)
	if !ok {
		return Sizes{}, notPlonkCommitments()
	}
	rows := int(ecc.NextPowerOfTwo(uint64(s.rows().end)))
	return Sizes{Rows: rows, Commitments: len(commitments)}, nil
}

// Plan loads a key of these sizes and makes a proof with it, in numbers alone.
func (s *Scheme[K, P, E, S]) Plan(z Sizes, r *accel.Rehearsal) *accel.MemoryPlan {
	return z.Plan(r.Rehearsal, s.Field.OnEngine(nil), s.G1.OnEngine(nil).Descriptor())
}
