package poly

import (
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// FactorBits is the number of bits of [RandomFactors].
const FactorBits = 128

// RandomFactors returns n numbers of 128 random bits, in Montgomery form. Checks weigh the terms of
// a combination with them.
//
// The author of a key cannot know them: they come from the runtime's ChaCha8, which the system
// seeds anew in each process, and nobody sees a number of it. crypto/rand is left to gnark's
// randomness: a program may have replaced its reader, and expect that a proof takes as much as
// gnark's.
func RandomFactors[E any](f *curve.Field[E], n int) []E {
	factors := make([]E, n)
	if n == 0 {
		return factors
	}
	// With the limbs w for w/R, a product with R has the value w.
	words := raw.View[uint64](raw.Bytes(factors))
	size := len(words) / n
	r := f.Power(f.Number(2), 64*uint64(size))
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			limbs := words[i*size:]
			limbs[0], limbs[1] = rand.Uint64(), rand.Uint64()
		}
		f.Vectors.ScalarMul(factors[from:to], factors[from:to], &r)
	})
	return factors
}
