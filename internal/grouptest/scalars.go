package grouptest

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

// newRand returns the source of everything random in a test, so that a failure repeats.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// element returns v as a scalar.
func element[E any, S Scalar[E]](v uint64) (s E) {
	S(&s).SetUint64(v)
	return s
}

// powerOfTwo returns 2^e mod r.
func powerOfTwo[E any, S Scalar[E]](e int) (s E) {
	S(&s).SetBigInt(new(big.Int).Lsh(big.NewInt(1), uint(e)))
	return s
}

// minus returns −s.
func minus[E any, S Scalar[E]](s E) E {
	S(&s).Neg(&s)
	return s
}

// bitLen returns the number of bits of the scalar field: −1 has as many as the modulus.
func bitLen[E any, S Scalar[E]]() int {
	last := minus[E, S](element[E, S](1))
	return S(&last).BigInt(new(big.Int)).BitLen()
}

// byteLen returns the size of a scalar in bytes, in whole words of 64 bits.
func byteLen[E any, S Scalar[E]]() int { return (bitLen[E, S]() + 63) / 64 * 8 }

// randomScalar returns a scalar that is nearly uniform.
func randomScalar[E any, S Scalar[E]](rng *rand.Rand) (s E) {
	bytes := make([]byte, byteLen[E, S]()+8)
	for i := range bytes {
		bytes[i] = byte(rng.Uint32())
	}
	S(&s).SetBytes(bytes)
	return s
}

// distribution is one of the distributions of scalars that MSMs are tested with.
type distribution[E any] struct {
	name   string
	scalar func(i int, rng *rand.Rand) E // the i-th
}

// scalars returns the first n scalars.
func (d distribution[E]) scalars(n int, rng *rand.Rand) []E {
	all := make([]E, n)
	for i := range all {
		all[i] = d.scalar(i, rng)
	}
	return all
}

// hostileScalars returns all distributions; the first one is uniform.
func (g *Group[P, E, A, S]) hostileScalars() []distribution[E] {
	constant := func(s E) func(int, *rand.Rand) E {
		return func(int, *rand.Rand) E { return s }
	}
	var zero E
	one := element[E, S](1)
	return []distribution[E]{
		{"uniform", func(_ int, rng *rand.Rand) E { return randomScalar[E, S](rng) }},
		{"zero", constant(zero)},
		{"one", constant(one)},
		{"r-1", constant(minus[E, S](one))},
		{"equal", constant(randomScalar[E, S](newRand(7)))},
		{"witness", witness[E, S]},
		{"small", func(_ int, rng *rand.Rand) E { return element[E, S](rng.Uint64N(256)) }},
		{"carries", carries[E, S]},
		{"last", last[E, S]},
	}
}

// uniform returns n uniform scalars.
func (g *Group[P, E, A, S]) uniform(n int, rng *rand.Rand) []E {
	return g.hostileScalars()[0].scalars(n, rng)
}

// witness is distributed like the values of a circuit: many zeros and ones.
func witness[E any, S Scalar[E]](_ int, rng *rand.Rand) (zero E) {
	switch p := rng.IntN(100); {
	case p < 45:
		return zero
	case p < 80:
		return element[E, S](1)
	default:
		return randomScalar[E, S](rng)
	}
}

// carries are scalars where the signed digits carry: 2^e and its neighbours, and their opposites.
func carries[E any, S Scalar[E]](i int, rng *rand.Rand) E {
	s, delta, one := powerOfTwo[E, S](i%bitLen[E, S]()), element[E, S](rng.Uint64N(3)),
		element[E, S](1)
	S(&s).Add(&s, &delta)
	S(&s).Sub(&s, &one)
	if rng.IntN(2) == 0 {
		return minus[E, S](s)
	}
	return s
}

// last is one scalar among zeros: all but one point must vanish.
func last[E any, S Scalar[E]](i int, rng *rand.Rand) (zero E) {
	if i == 0 || i%1000 == 999 {
		return randomScalar[E, S](rng)
	}
	return zero
}

// Random returns n scalars that are nearly uniform, the same ones for the same seed.
func Random[E any, S Scalar[E]](seed uint64, n int) []E {
	all, rng := make([]E, n), newRand(seed)
	for i := range all {
		all[i] = randomScalar[E, S](rng)
	}
	return all
}
