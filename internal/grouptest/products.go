package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/sample"
)

// ProductsPerSecond measures the products of a second, with a device and without.
func (g *Group[P, E, A, S]) ProductsPerSecond(t *testing.T,
	measure func(*accel.Engine) (perSecond float64, err error)) {
	if !g.thorough() {
		t.Skip("one template for all curves, and many products for an emulator")
	}
	e, _ := g.open(t)
	if n, err := measure(e); err != nil || n <= 0 {
		t.Errorf("%g products a second, %v", n, err)
	}
	none, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure(none); !errors.Is(err, accel.ErrWithoutDevice) {
		t.Errorf("without a device: %v", err)
	}
}

// HotBucket has buckets that hold the entries of several hundred threads of the accumulation. They
// come in one chunk and in several.
func (g *Group[P, E, A, S]) HotBucket(t *testing.T) {
	if !g.thorough() {
		t.Skip("what folds hot buckets is one template for all groups")
	}
	_, m := g.open(t, accel.WithPrecompute(accel.PrecomputeNone))
	const n = 12000
	p := g.distinct(n)
	bases := g.load(t, m, p.points)
	for _, distribution := range sample.Hostile[E, S]() {
		if distribution.Name != "one" && distribution.Name != "equal" {
			continue
		}
		scalars := distribution.Scalars(n, sample.NewRand(42))
		got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
		g.want(t, got, err, g.sum(p, scalars))
	}
}
