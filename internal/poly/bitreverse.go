package poly

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// BitReverse moves each element to the index with the same bits from behind. The length is a power
// of two. gnark-crypto's function has had several homes.
func BitReverse[E any](v []E) {
	unused := bits.UintSize - bits.TrailingZeros(uint(len(v)))
	parallel.Chunks(len(v), func(from, to int) {
		for i := from; i < to; i++ {
			if j := bits.Reverse(uint(i)) >> unused; uint(i) < j {
				v[i], v[j] = v[j], v[i]
			}
		}
	})
}
