package poly

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// testAll tests all functions over one field.
func testAll[E comparable](t *testing.T, f *curve.Field[E]) {
	t.Run("Evaluate", func(t *testing.T) { testEvaluate(t, f) })
	t.Run("Divide", func(t *testing.T) { testDivide(t, f) })
	t.Run("Invert", func(t *testing.T) { testInvert(t, f) })
	t.Run("PrefixProducts", func(t *testing.T) { testPrefixProducts(t, f) })
	t.Run("Powers", func(t *testing.T) { testPowers(t, f) })
	t.Run("ScaleByPowers", func(t *testing.T) { testScaleByPowers(t, f) })
	t.Run("AddScaled", func(t *testing.T) { testAddScaled(t, f) })
	t.Run("Separation", func(t *testing.T) { testSeparation(t, f) })
}

// minusOne is r − 1, the largest element.
func minusOne[E any](f *curve.Field[E]) (e E) {
	return *f.Neg(&e, &f.One)
}

// kind is a kind of vectors that functions are tested with: entry returns the i-th entry.
type kind[E any] struct {
	name  string
	entry func(i int, rng *rand.Rand) E
}

func kinds[E any](f *curve.Field[E]) []kind[E] {
	var zero E
	return []kind[E]{
		{"random", func(_ int, rng *rand.Rand) E { return random(f, rng) }},
		{"zeros", func(int, *rand.Rand) E { return zero }},
		{"ones", func(int, *rand.Rand) E { return f.One }},
		{"r-1", func(int, *rand.Rand) E { return minusOne(f) }},
		{"sparse", func(i int, rng *rand.Rand) E {
			if i%5 != 3 {
				return zero
			}
			return random(f, rng)
		}},
	}
}

// random returns an element made of words, from the highest one down.
func random[E any](f *curve.Field[E], rng *rand.Rand) (e E) {
	base := f.Power(f.Number(2), 64)
	for range 7 {
		word := f.Number(rng.Uint64())
		f.Mul(&e, &e, &base)
		f.Add(&e, &e, &word)
	}
	return e
}

// points are arguments of polynomials, and bases of powers.
func points[E any](f *curve.Field[E]) []E {
	var zero E
	some := random(f, rand.New(rand.NewPCG(1, 2)))
	return []E{some, zero, f.One, minusOne(f)}
}

// forVectors calls check with vectors of all kinds. Short ones come with chunks of 1, 2, 3 and 7
// entries and with one chunk for all, long ones with the chunks of the exported functions, which
// are several for the longest.
func forVectors[E any](
	t *testing.T, f *curve.Field[E], check func(t *testing.T, v []E, chunk int),
) {
	t.Helper()
	run := func(k kind[E], n, chunk int) {
		t.Helper()
		t.Run(fmt.Sprintf("%s/%d by %d", k.name, n, chunk), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(chunk)))
			v := make([]E, n)
			for i := range v {
				v[i] = k.entry(i, rng)
			}
			check(t, v, chunk)
		})
	}
	kinds := kinds(f)
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
func naivePowers[E any](f *curve.Field[E], s E, n int) []E {
	v, power := make([]E, n), f.One
	for i := range v {
		v[i] = power
		f.Mul(&power, &power, &s)
	}
	return v
}
