// Package sample has scalars for tests. They are edges of the field, values as circuits have them,
// and random ones that are the same in each run.
package sample

import (
	"math/big"
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// NewRand returns the source of everything random in a test, so that a failure repeats.
func NewRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// PowerOfTwo returns 2^e mod r.
func PowerOfTwo[E any](f *curve.Field[E], e int) (s E) {
	f.SetBigInt(&s, new(big.Int).Lsh(big.NewInt(1), uint(e)))
	return s
}

// Minus returns −s.
func Minus[E any](f *curve.Field[E], s E) E {
	f.Neg(&s, &s)
	return s
}

// BitLen returns the number of bits of the scalar field: −1 has as many as the modulus.
func BitLen[E any](f *curve.Field[E]) int {
	last := Minus(f, f.One)
	return f.BigInt(&last, new(big.Int)).BitLen()
}

// ByteLen returns the size of a scalar in bytes, in whole words of 64 bits.
func ByteLen[E any](f *curve.Field[E]) int { return (BitLen(f) + 63) / 64 * 8 }

// Uniform returns a scalar that is nearly uniform.
func Uniform[E any](f *curve.Field[E], rng *rand.Rand) (s E) {
	bytes := make([]byte, ByteLen(f)+8)
	for i := range bytes {
		bytes[i] = byte(rng.Uint32())
	}
	f.SetBytes(&s, bytes)
	return s
}

// Random returns n scalars that are nearly uniform, the same ones for the same seed.
func Random[E any](f *curve.Field[E], seed uint64, n int) []E {
	all, rng := make([]E, n), NewRand(seed)
	for i := range all {
		all[i] = Uniform(f, rng)
	}
	return all
}
