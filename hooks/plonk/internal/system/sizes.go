package system

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Sizes are the number of a circuit's rows, a power of two, and that of its commitments.
type Sizes = device.Shape

// SizesOf returns the sizes of a circuit.
func SizesOf[E any](s *System[E]) (z Sizes, err error) {
	if err := s.Check(); err != nil {
		return z, err
	}
	z = Sizes{Rows: s.paddedRows(), Commitments: len(s.Commitments())}
	if z.Rows > MostRows {
		err = fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, z.Rows)
	}
	return z, err
}

// paddedRows is the number of rows with their padding, a power of two.
func (s *System[E]) paddedRows() int { return int(ecc.NextPowerOfTwo(uint64(s.Rows().End))) }
