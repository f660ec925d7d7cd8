package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// FromManyGoroutines computes in all ways on one engine at once. Some bases are on the device, and
// some do not fit there.
func (g *Group[P, E, A]) FromManyGoroutines(t *testing.T) {
	g.skipOfHost(t)
	p := g.mixed(200, sample.NewRand(11))
	e, m := g.open(t)
	g.fromManyGoroutines(t, e, m, g.load(t, m, p.points), p)
	e, bases, _ := g.larger(t, p.points)
	g.fromManyGoroutines(t, e, g.New(e), bases, p)
}

func (g *Group[P, E, A]) fromManyGoroutines(
	t *testing.T, e *accel.Engine, m *accel.Group[P, E], bases *accel.Bases[P, E], p points[P, E],
) {
	t.Helper()
	n, distributions := len(p.points), sample.Hostile(g.Host.Scalars)
	var wg parallel.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			rng := sample.NewRand(uint64(i))
			from := rng.IntN(n)
			to := from + rng.IntN(n-from+1)
			scalars := distributions[rng.IntN(len(distributions))].Scalars(to-from, rng)
			got, err := g.inOneWay(i, m, bases, p.points[from:to], from, scalars)
			g.want(t, got, err, g.expected(p.slice(from, to), scalars))
		})
	}
	wg.Wait()
	if s := e.Statistics(); s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// inOneWay computes an MSM in one of three ways. Its points are sent along, are bases from an index
// on, or are bases of its own.
func (g *Group[P, E, A]) inOneWay(
	i int, m *accel.Group[P, E], bases *accel.Bases[P, E], points []P, from int, scalars []E,
) (*P, error) {
	switch i % 3 {
	case 0:
		return m.MultiExp(points, scalars, ecc.MultiExpConfig{})
	case 1:
		return bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
	}
	own, err := m.Load(points)
	if err != nil {
		return nil, err
	}
	sum, err := own.MultiExp(scalars, ecc.MultiExpConfig{})
	return sum, errors.Join(err, own.Close())
}

// CloseUnderWay closes bases, then the engine, under MSMs: each gives the right point or ErrClosed.
func (g *Group[P, E, A]) CloseUnderWay(t *testing.T) {
	g.skipOfHost(t)
	e, m := g.open(t)
	const n = 100
	p := g.distinct(n)
	scalars := g.uniform(n, sample.NewRand(12))
	want := g.expected(p, scalars)
	bases := g.load(t, m, p.points)
	var wg parallel.WaitGroup
	started := make(chan struct{}, 100)
	for i := range 6 {
		wg.Go(func() {
			for {
				got, err := g.inOneWay(i, m, bases, p.points, 0, scalars)
				if errors.Is(err, accel.ErrClosed) {
					return
				}
				if g.want(t, got, err, want); err != nil {
					return
				}
				select {
				case started <- struct{}{}:
				default:
				}
			}
		})
	}
	for range 6 {
		<-started
	}
	if err := bases.Close(); err != nil {
		t.Error(err)
	}
	<-started
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if s := e.Statistics(); s.DeviceBytes != 0 {
		t.Errorf("%d bytes are in use after Close", s.DeviceBytes)
	}
}
