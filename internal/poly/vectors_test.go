package poly

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// testAll tests all functions over one field, that of the roots of unity.
func testAll[E comparable, S field.Scalar[E]](t *testing.T, _ func(uint64) (E, error)) {
	t.Run("Evaluate", testEvaluate[E, S])
	t.Run("Divide", testDivide[E, S])
	t.Run("Invert", testInvert[E, S])
	t.Run("PrefixProducts", testPrefixProducts[E, S])
	t.Run("Powers", testPowers[E, S])
	t.Run("ScaleByPowers", testScaleByPowers[E, S])
	t.Run("AddScaled", testAddScaled[E, S])
	t.Run("Separation", testSeparation[E, S])
}

// minusOne is r − 1, the largest element.
func minusOne[E any, S field.Scalar[E]]() (e E) {
	one := field.One[E, S]()
	return *S(&e).Neg(&one)
}

func small[E any, S field.Scalar[E]](v uint64) (e E) { return *S(&e).SetUint64(v) }

// kind is a kind of vectors that functions are tested with: entry returns the i-th entry.
type kind[E any] struct {
	name  string
	entry func(i int, rng *rand.Rand) E
}

func kinds[E any, S field.Scalar[E]]() []kind[E] {
	var zero E
	return []kind[E]{
		{"random", func(_ int, rng *rand.Rand) E { return random[E, S](rng) }},
		{"zeros", func(int, *rand.Rand) E { return zero }},
		{"ones", func(int, *rand.Rand) E { return field.One[E, S]() }},
		{"r-1", func(int, *rand.Rand) E { return minusOne[E, S]() }},
		{"sparse", func(i int, rng *rand.Rand) E {
			if i%5 != 3 {
				return zero
			}
			return random[E, S](rng)
		}},
	}
}

// random returns an element made of words, from the highest one down.
func random[E any, S field.Scalar[E]](rng *rand.Rand) (e E) {
	base := field.Power[E, S](small[E, S](2), 64)
	for range 7 {
		word := small[E, S](rng.Uint64())
		S(&e).Mul(&e, &base)
		S(&e).Add(&e, &word)
	}
	return e
}

// points are arguments of polynomials, and bases of powers.
func points[E any, S field.Scalar[E]]() []E {
	var zero E
	some := random[E, S](rand.New(rand.NewPCG(1, 2)))
	return []E{some, zero, field.One[E, S](), minusOne[E, S]()}
}

// forVectors calls f with vectors of all kinds. Short ones come with chunks of 1, 2, 3 and 7
// entries and with one chunk for all, long ones with the chunks of the exported functions, which
// are several for the longest.
func forVectors[E any, S field.Scalar[E]](t *testing.T, f func(t *testing.T, v []E, chunk int)) {
	t.Helper()
	run := func(k kind[E], n, chunk int) {
		t.Helper()
		t.Run(fmt.Sprintf("%s/%d by %d", k.name, n, chunk), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(chunk)))
			v := make([]E, n)
			for i := range v {
				v[i] = k.entry(i, rng)
			}
			f(t, v, chunk)
		})
	}
	kinds := kinds[E, S]()
	for _, kind := range kinds {
		for _, n := range []int{0, 1, 2, 3, 6, 7, 8, 13, 14, 15, 30} {
			for _, chunk := range []int{1, 2, 3, 7, 64} {
				run(kind, n, chunk)
			}
		}
	}
	const least, processors = parallel.MinChunk, 4
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	for _, n := range []int{least - 1, least, least + 1, processors*least + 5} {
		run(kinds[0], n, parallel.ChunkLength(n))
	}
}

func wantElement[E comparable](t *testing.T, what string, got, want E) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func wantVector[E comparable](t *testing.T, what string, got, want []E) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d entries, not %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: entry %d is %v, not %v", what, i, got[i], want[i])
		}
	}
}

// naivePowers returns the first n powers of s, each from the one before.
func naivePowers[E any, S field.Scalar[E]](s E, n int) []E {
	v, power := make([]E, n), field.One[E, S]()
	for i := range v {
		v[i] = power
		S(&power).Mul(&power, &s)
	}
	return v
}
