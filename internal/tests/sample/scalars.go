// Package sample has scalars for tests. They are edges of the field, values as circuits have them,
// and random ones that are the same in each run.
package sample

import (
	"math/big"
	"math/rand/v2"
)

// Scalar is a pointer to a scalar, such as *fr.Element of gnark-crypto.
type Scalar[E any] interface {
	*E
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Double(x *E) *E
	Neg(x *E) *E
	Inverse(x *E) *E
	SetOne() *E
	SetUint64(v uint64) *E
	SetBytes(b []byte) *E
	SetBigInt(v *big.Int) *E
	BigInt(v *big.Int) *big.Int
	IsZero() bool
}

// NewRand returns the source of everything random in a test, so that a failure repeats.
func NewRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// Element returns v as a scalar.
func Element[E any, S Scalar[E]](v uint64) (s E) {
	S(&s).SetUint64(v)
	return s
}

// PowerOfTwo returns 2^e mod r.
func PowerOfTwo[E any, S Scalar[E]](e int) (s E) {
	S(&s).SetBigInt(new(big.Int).Lsh(big.NewInt(1), uint(e)))
	return s
}

// Minus returns −s.
func Minus[E any, S Scalar[E]](s E) E {
	S(&s).Neg(&s)
	return s
}

// BitLen returns the number of bits of the scalar field: −1 has as many as the modulus.
func BitLen[E any, S Scalar[E]]() int {
	last := Minus[E, S](Element[E, S](1))
	return S(&last).BigInt(new(big.Int)).BitLen()
}

// ByteLen returns the size of a scalar in bytes, in whole words of 64 bits.
func ByteLen[E any, S Scalar[E]]() int { return (BitLen[E, S]() + 63) / 64 * 8 }

// Uniform returns a scalar that is nearly uniform.
func Uniform[E any, S Scalar[E]](rng *rand.Rand) (s E) {
	bytes := make([]byte, ByteLen[E, S]()+8)
	for i := range bytes {
		bytes[i] = byte(rng.Uint32())
	}
	S(&s).SetBytes(bytes)
	return s
}

// Random returns n scalars that are nearly uniform, the same ones for the same seed.
func Random[E any, S Scalar[E]](seed uint64, n int) []E {
	all, rng := make([]E, n), NewRand(seed)
	for i := range all {
		all[i] = Uniform[E, S](rng)
	}
	return all
}
