package poly

import (
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

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
	r := f.Power(f.Number(2), 64*uint64(len(driver.Words(&factors[0]))))
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			limbs := driver.Words(&factors[i])
			limbs[0], limbs[1] = rand.Uint64(), rand.Uint64()
		}
		f.Vectors.ScalarMul(factors[from:to], factors[from:to], &r)
	})
	return factors
}
