package grouptest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Batch compares batches with MSMs one by one. The vectors differ in length and distribution. The
// bases are resident, or resident with little memory, for several passes, or sent along.
func (g *Group[P, E, A]) Batch(t *testing.T) {
	g.skipRepeated(t)
	devicetest.Require(t)
	const n, from = 300, 7
	p := g.mixed(n, sample.NewRand(31))
	lengths := []int{n - from, 0, 1, 33, n - from, 150, 2, n - from - 1}
	load := func(opts ...accel.Option) func(t *testing.T) (*accel.Engine, *accel.Bases[P, E]) {
		return func(t *testing.T) (*accel.Engine, *accel.Bases[P, E]) {
			e, m := g.open(t, append(opts, accel.WithStrict())...)
			return e, g.load(t, m, p.points)
		}
	}
	for name, bases := range map[string]func(t *testing.T) (*accel.Engine, *accel.Bases[P, E]){
		"resident": load(accel.WithPrecompute(accel.PrecomputeFactor(3))),
		"passes": load(accel.WithPrecompute(accel.PrecomputeNone), accel.WithWindow(8),
			accel.WithMemoryLimit(16<<20)),
		"sent": func(t *testing.T) (*accel.Engine, *accel.Bases[P, E]) {
			e, bases, _ := g.larger(t, p.points)
			return e, bases
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, bases := bases(t)
			distributions := sample.Hostile(g.Host.Scalars)
			vectors := make([][]E, len(lengths))
			for i := range vectors {
				vectors[i] = distributions[i%len(distributions)].Scalars(lengths[i],
					sample.NewRand(uint64(i)))
			}
			got, err := bases.MultiExpBatch(from, vectors, ecc.MultiExpConfig{})
			if err != nil || len(got) != len(vectors) {
				t.Fatalf("%d MSMs, %v", len(got), err)
			}
			for i := range got {
				want := g.expected(p.slice(from, from+lengths[i]), vectors[i])
				if !A(&got[i]).Equal(&want) {
					t.Errorf("vector %d of %d scalars is wrong", i, lengths[i])
				}
			}
			if s := e.Statistics(); s.DeviceMSMs != uint64(len(vectors)) ||
				s.Failures > s.SentMSMs {
				t.Errorf("%d MSMs on the device", s.DeviceMSMs)
			}
		})
	}
}

// Start has several MSMs under way at once.
func (g *Group[P, E, A]) Start(t *testing.T) {
	_, m := g.open(t)
	const n, calls = 100, 5
	p := g.distinct(n)
	bases := g.load(t, m, p.points)
	waits, wants := make([]func() (*P, error), calls), make([]P, calls)
	for i := range waits {
		scalars := g.uniform(n-i, sample.NewRand(uint64(i)))
		wants[i] = g.expected(p.slice(i, n), scalars)
		waits[i] = bases.Start(i, scalars, ecc.MultiExpConfig{})
	}
	for range 2 {
		for i, wait := range waits {
			got, err := wait()
			g.want(t, got, err, wants[i])
		}
	}
}
