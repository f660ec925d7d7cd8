package poly

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// BitReverse moves each element to the index with the same bits from behind. The length is a power
// of two. gnark-crypto's function has had several homes.
func BitReverse[E any](v []E) {
	n := len(v)
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			if j := Reversed(i, n); i < j {
				v[i], v[j] = v[j], v[i]
			}
		}
	})
}

// Interpolate replaces a polynomial's values on a domain by its coefficients, both in natural
// order.
func Interpolate[E any](d *curve.Domain[E], values []E) {
	d.FFTInverse(values, curve.Transform{Decimation: curve.DIF})
	BitReverse(values)
}

// Reversed reverses the bits of an index below a power of two.
func Reversed(i, size int) int {
	return int(bits.Reverse(uint(i)) >> (bits.UintSize - bits.TrailingZeros(uint(size))))
}
