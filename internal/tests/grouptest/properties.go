package grouptest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
)

// Properties are the laws of sums, for random distributions of scalars.
func (g *Group[P, E, A, S]) Properties(t *testing.T) {
	g.skipRepeated(t)
	_, m := g.open(t)
	const n = 64
	p := g.mixed(n, sample.NewRand(14))
	bases := g.load(t, m, p.points)

	parameters := gopter.DefaultTestParametersWithSeed(1) // so that a failure repeats
	parameters.MinSuccessfulTests = 3
	if g.thorough() {
		parameters.MinSuccessfulTests = 20
	}
	properties := gopter.NewProperties(parameters)
	distributions := sample.Hostile[E, S]()
	// A vector is a seed and a distribution, which is all that a failure has to print.
	vector := func(seed uint64, distribution int) []E {
		return distributions[distribution].Scalars(n, sample.NewRand(seed))
	}
	seed := gen.UInt64().WithShrinker(gopter.NoShrinker)
	distribution := gen.IntRange(0, len(distributions)-1)
	sum := func(from int, scalars []E) P {
		s, err := bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
		if err != nil {
			t.Fatal(err)
		}
		return *s
	}

	properties.Property("the MSM is gnark-crypto's", prop.ForAll(func(seed uint64, kind int) bool {
		a := vector(seed, kind)
		want, err := g.reference(p.points, a, ecc.MultiExpConfig{})
		got := sum(0, a)
		return err == nil && A(&got).Equal(want)
	}, seed, distribution))

	properties.Property("it is linear", prop.ForAll(func(seed uint64, kindA, kindB int) bool {
		a, b, both := vector(seed, kindA), vector(seed+1, kindB), make([]E, n)
		for i := range both {
			S(&both[i]).Add(&a[i], &b[i])
		}
		sumA, sumB, got := sum(0, a), sum(0, b), sum(0, both)
		want := *A(new(P)).Add(&sumA, &sumB)
		return A(&got).Equal(&want)
	}, seed, distribution, distribution))

	properties.Property("opposite scalars give the opposite point",
		prop.ForAll(func(seed uint64, kind int) bool {
			a, opposite := vector(seed, kind), make([]E, n)
			for i := range a {
				opposite[i] = sample.Minus[E, S](a[i])
			}
			sumA, got := sum(0, a), sum(0, opposite)
			want := *A(new(P)).Neg(&sumA)
			return A(&got).Equal(&want)
		}, seed, distribution))

	properties.Property("it is the sum of its parts",
		prop.ForAll(func(seed uint64, kind, at int) bool {
			a := vector(seed, kind)
			left, right, got := sum(0, a[:at]), sum(at, a[at:]), sum(0, a)
			want := *A(new(P)).Add(&left, &right)
			return A(&got).Equal(&want)
		}, seed, distribution, gen.IntRange(0, n)))

	properties.TestingRun(t, gopter.ConsoleReporter(false))
}
