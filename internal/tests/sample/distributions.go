package sample

import "math/rand/v2"

// Distribution is one of the distributions of scalars that MSMs are tested with.
type Distribution[E any] struct {
	Name   string
	Scalar func(i int, rng *rand.Rand) E // the i-th
}

// Scalars returns the first n scalars.
func (d Distribution[E]) Scalars(n int, rng *rand.Rand) []E {
	all := make([]E, n)
	for i := range all {
		all[i] = d.Scalar(i, rng)
	}
	return all
}

// Hostile returns all distributions; the first one is uniform.
func Hostile[E any, S Scalar[E]]() []Distribution[E] {
	constant := func(s E) func(int, *rand.Rand) E {
		return func(int, *rand.Rand) E { return s }
	}
	var zero E
	one := Element[E, S](1)
	return []Distribution[E]{
		{"uniform", func(_ int, rng *rand.Rand) E { return Uniform[E, S](rng) }},
		{"zero", constant(zero)},
		{"one", constant(one)},
		{"r-1", constant(Minus[E, S](one))},
		{"equal", constant(Uniform[E, S](NewRand(7)))},
		{"witness", witness[E, S]},
		{"small", func(_ int, rng *rand.Rand) E { return Element[E, S](rng.Uint64N(256)) }},
		{"carries", carries[E, S]},
		{"last", last[E, S]},
	}
}

// witness is distributed like the values of a circuit: many zeros and ones.
func witness[E any, S Scalar[E]](_ int, rng *rand.Rand) (zero E) {
	switch p := rng.IntN(100); {
	case p < 45:
		return zero
	case p < 80:
		return Element[E, S](1)
	default:
		return Uniform[E, S](rng)
	}
}

// carries are scalars where the signed digits carry: 2^e and its neighbours, and their opposites.
func carries[E any, S Scalar[E]](i int, rng *rand.Rand) E {
	s, delta, one := PowerOfTwo[E, S](i%BitLen[E, S]()), Element[E, S](rng.Uint64N(3)),
		Element[E, S](1)
	S(&s).Add(&s, &delta)
	S(&s).Sub(&s, &one)
	if rng.IntN(2) == 0 {
		return Minus[E, S](s)
	}
	return s
}

// last is one scalar among zeros: all but one point must vanish.
func last[E any, S Scalar[E]](i int, rng *rand.Rand) (zero E) {
	if i == 0 || i%1000 == 999 {
		return Uniform[E, S](rng)
	}
	return zero
}
