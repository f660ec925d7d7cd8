package system

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Sizes are the number of a circuit's rows, a power of two, and that of its commitments.
type Sizes = device.Shape

// SizesOf returns the sizes of a circuit.
func SizesOf[E any](s *System[E]) (Sizes, error) {
	if err := s.Check(); err != nil {
		return Sizes{}, err
	}
	rows := int(ecc.NextPowerOfTwo(uint64(s.Rows().End)))
	return Sizes{Rows: rows, Commitments: len(s.Commitments())}, nil
}

// CheckSizes refuses sizes that no circuit has.
func CheckSizes(z Sizes) error {
	if z.Rows < 1 || z.Rows > MostRows || z.Rows&(z.Rows-1) != 0 ||
		z.Commitments < 0 || z.Commitments > z.Rows {
		return fmt.Errorf("%w: a circuit of %d rows and %d commitments", ErrInvalidInput,
			z.Rows, z.Commitments)
	}
	return nil
}
