package subjects

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// base is what both groups of a curve share.
type base struct {
	curves.Curve
	// products measures the Montgomery products a second that the device computes in the prime
	// field below the coordinates.
	products func(*accel.Engine) (float64, error)
}

// baseOf describes a curve of the table of curves.
func baseOf[G interface{ ProductsPerSecond() (float64, error) }](
	id ecc.ID, newG1 func(*accel.Engine) G,
) *base {
	table := curves.All()
	i := slices.IndexFunc(table, func(c curves.Curve) bool { return c.ID == id })
	return &base{
		Curve:    table[i],
		products: func(e *accel.Engine) (float64, error) { return newG1(e).ProductsPerSecond() },
	}
}

// limbs returns the 64-bit words of the prime field below the coordinates.
func (b *base) limbs() int { return (b.ID.BaseField().BitLen() + 63) / 64 }

// scalarBits returns the size of a scalar.
func (b *base) scalarBits() int { return b.ID.ScalarField().BitLen() }
