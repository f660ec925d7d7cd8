package grouptest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// MultiplesOfBases compares multiples of one base with gnark-crypto's, for hostile scalars and
// bases.
func (g *Group[P, E, A]) MultiplesOfBases(t *testing.T) {
	e, m := g.open(t)
	var scalars []E
	n := 20
	if g.thorough() {
		n = 500
	}
	for _, distribution := range sample.Hostile(g.Host.Scalars) {
		scalars = append(scalars, distribution.Scalars(n, sample.NewRand(uint64(n)))...)
	}
	var infinity P
	for _, input := range []struct {
		base    P
		scalars []E
	}{
		{g.multiple(77), scalars}, {g.multiple(1), scalars[2*n : 2*n+1]},
		{g.multiple(1), scalars[3*n : 3*n+1]}, {infinity, scalars[:2]}, {g.multiple(1), nil},
	} {
		got, err := m.BatchScalarMultiplication(&input.base, input.scalars)
		want := g.Host.BatchScalarMultiplication(&input.base, input.scalars)
		if err != nil || !g.same(got, want) {
			t.Fatalf("%d scalars: %v, or other points", len(input.scalars), err)
		}
	}
	if s := e.Statistics(); s.Failures != 0 || s.DeviceComputations == 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// multiple returns k times the generator.
func (g *Group[P, E, A]) multiple(k uint64) P {
	return g.points(1, func(int, *rand.Rand) E { return g.Host.Scalars.Number(k) }, nil).points[0]
}

// same says whether points are equal to another slice's.
func (g *Group[P, E, A]) same(a, b []P) bool {
	return slices.EqualFunc(a, b, func(p, q P) bool { return A(&p).Equal(&q) })
}

// MultiplesInLittleMemory: a device with little memory makes them in pieces, by a smaller table.
func (g *Group[P, E, A]) MultiplesInLittleMemory(t *testing.T) {
	g.skipRepeated(t)
	base, scalars := g.multiple(1), g.uniform(600, sample.NewRand(1))
	want := g.Host.BatchScalarMultiplication(&base, scalars)
	for _, points := range []int{1 << 12, 1 << 11} {
		limit := uint64(points * len(raw.Bytes([]P{base})))
		e, m := g.open(t, accel.WithMemoryLimit(limit))
		got, err := m.BatchScalarMultiplication(&base, scalars)
		if err != nil || !g.same(got, want) {
			t.Errorf("with %d bytes: %v, or other points", limit, err)
		}
		if s := e.Statistics(); s.DeviceComputations != 1 {
			t.Errorf("with %d bytes: %+v", limit, s)
		}
	}
}

// MultiplesOnCPU: without a device gnark-crypto computes.
func (g *Group[P, E, A]) MultiplesOnCPU(t *testing.T) {
	e, m := g.openCPU(t)
	base, scalars := g.multiple(3), g.uniform(5, sample.NewRand(2))
	want := g.Host.BatchScalarMultiplication(&base, scalars)
	got, err := m.BatchScalarMultiplication(&base, scalars)
	if err != nil || !g.same(got, want) || !g.same(g.MultiplesOnDefault(&base, scalars), want) {
		t.Errorf("%v, or other points", err)
	}
	devicetest.NoError(t, e.Close())
	if _, err := m.BatchScalarMultiplication(&base, scalars); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
