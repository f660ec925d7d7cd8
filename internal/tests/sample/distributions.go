package sample

import (
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

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
func Hostile[E any](f *curve.Field[E]) []Distribution[E] {
	constant := func(s E) func(int, *rand.Rand) E {
		return func(int, *rand.Rand) E { return s }
	}
	var zero E
	one := f.One
	return []Distribution[E]{
		{"uniform", func(_ int, rng *rand.Rand) E { return Uniform(f, rng) }},
		{"zero", constant(zero)},
		{"one", constant(one)},
		{"r-1", constant(Minus(f, one))},
		{"equal", constant(Uniform(f, NewRand(7)))},
		{"witness", func(i int, rng *rand.Rand) E { return witness(f, i, rng) }},
		{"small", func(_ int, rng *rand.Rand) E { return f.Number(rng.Uint64N(256)) }},
		{"carries", func(i int, rng *rand.Rand) E { return carries(f, i, rng) }},
		{"last", func(i int, rng *rand.Rand) E { return last(f, i, rng) }},
	}
}

// witness is distributed like the values of a circuit: many zeros and ones.
func witness[E any](f *curve.Field[E], _ int, rng *rand.Rand) (zero E) {
	switch p := rng.IntN(100); {
	case p < 45:
		return zero
	case p < 80:
		return f.One
	default:
		return Uniform(f, rng)
	}
}

// carries are scalars where the signed digits carry: 2^e and its neighbours, and their opposites.
func carries[E any](f *curve.Field[E], i int, rng *rand.Rand) E {
	s, delta, one := PowerOfTwo(f, i%BitLen(f)), f.Number(rng.Uint64N(3)),
		f.One
	f.Add(&s, &s, &delta)
	f.Sub(&s, &s, &one)
	if rng.IntN(2) == 0 {
		return Minus(f, s)
	}
	return s
}

// last is one scalar among zeros: all but one point must vanish.
func last[E any](f *curve.Field[E], i int, rng *rand.Rand) (zero E) {
	if i == 0 || i%1000 == 999 {
		return Uniform(f, rng)
	}
	return zero
}
