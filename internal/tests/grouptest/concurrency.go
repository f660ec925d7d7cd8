package grouptest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// FromManyGoroutines computes in all ways on one engine at once.
func (g *Group[P, E, A, S]) FromManyGoroutines(t *testing.T) {
	g.skipOfHost(t)
	e, m := g.open(t)
	const n = 200
	p := g.mixed(n, sample.NewRand(11))
	bases := g.load(t, m, p.points)
	distributions := sample.Hostile[E, S]()
	var wg parallel.WaitGroup
	turns := 1
	if g.thorough() {
		turns = 3
	}
	for i := range 12 {
		wg.Go(func() {
			rng := sample.NewRand(uint64(i))
			for range turns {
				from := rng.IntN(n)
				to := from + rng.IntN(n-from+1)
				scalars := distributions[rng.IntN(len(distributions))].Scalars(to-from, rng)
				var got *P
				var err error
				switch i % 3 {
				case 0:
					got, err = m.MultiExp(p.points[from:to], scalars, ecc.MultiExpConfig{})
				case 1:
					got, err = bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
				case 2:
					var own Bases[P, E]
					if own, err = m.Load(p.points[from:to]); err == nil {
						got, err = own.MultiExp(scalars, ecc.MultiExpConfig{})
						err = errors.Join(err, own.Close())
					}
				}
				g.want(t, got, err, g.sum(p.slice(from, to), scalars))
			}
		})
	}
	wg.Wait()
	if s := e.Statistics(); s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// CloseUnderWay closes bases, then the engine, under MSMs: each gives the right point or ErrClosed.
func (g *Group[P, E, A, S]) CloseUnderWay(t *testing.T) {
	g.skipOfHost(t)
	e, m := g.open(t)
	const n = 100
	p := g.distinct(n)
	scalars := g.uniform(n, sample.NewRand(12))
	want := g.sum(p, scalars)
	bases, others := g.load(t, m, p.points), g.load(t, m, p.points)
	var wg parallel.WaitGroup
	started := make(chan struct{}, 100)
	for i := range 6 {
		wg.Go(func() {
			for {
				var got *P
				var err error
				switch i % 3 {
				case 0:
					got, err = m.MultiExp(p.points, scalars, ecc.MultiExpConfig{})
				case 1:
					got, err = bases.MultiExp(scalars, ecc.MultiExpConfig{})
				case 2:
					got, err = others.MultiExp(scalars, ecc.MultiExpConfig{})
				}
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
