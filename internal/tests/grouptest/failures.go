package grouptest

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// FailureOfEveryCall: whichever call of the driver fails, all results are right. In strict mode it
// may be an error, the failure. Bases are on the device, or do not fit there. Strict mode makes the
// same calls: a sample of them will do.
func (g *Group[P, E, A]) FailureOfEveryCall(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, g.First)
	p := g.mixed(20, sample.NewRand(15))
	scalars := g.uniform(20, sample.NewRand(16))
	limit := g.least(t, p.points)
	resident, limited := devicetest.Steps{Usual: 17, Strict: 29}, 31
	switch {
	case devicetest.Thorough(false): // in long runs
		resident, limited = devicetest.Steps{Usual: 1, Strict: 5}, 7
	case g.thorough():
		resident, limited = devicetest.Steps{Usual: 3, Strict: 11}, 13
	}
	for limit, steps := range map[uint64]devicetest.Steps{
		0: resident, limit: {Usual: limited, Strict: limited},
	} {
		devicetest.FailEveryCall(t, steps, func(i devicetest.Injection) {
			run := scenario[P, E, A]{i, g, limit, p, scalars}
			run.all()
		})
	}
}

// scenario is a use of all MSMs of a group with one failing call.
type scenario[P, E any, A Point[P, E]] struct {
	devicetest.Injection
	g       *Group[P, E, A]
	limit   uint64 // of memory, in bytes; 0 for none
	p       points[P, E]
	scalars []E
}

func (s *scenario[P, E, A]) all(opts ...accel.Option) {
	usual := devicetest.Options(
		accel.WithPrecompute(accel.PrecomputeFactor(4)), accel.WithMemoryLimit(s.limit))
	e, err := accel.Open(slices.Concat(usual, s.Options(), opts)...)
	if err != nil {
		s.WantStrict("open", err)
		return
	}
	m := s.g.New(e)
	bases, err := m.Load(s.p.points)
	if err != nil {
		s.WantStrict("load", err)
	} else {
		s.msm("resident", 0, func(scalars []E) (*P, error) {
			return bases.MultiExp(scalars, ecc.MultiExpConfig{NbTasks: 1})
		})
	}
	var wg parallel.WaitGroup
	if bases != nil {
		wg.Go(func() {
			s.msm("range", 7, func(scalars []E) (*P, error) {
				return bases.MultiExpRange(7, scalars, ecc.MultiExpConfig{NbTasks: 1})
			})
		})
	}
	wg.Go(func() {
		s.msm("one-shot", 0, func(scalars []E) (*P, error) {
			return m.MultiExp(s.p.points, scalars, ecc.MultiExpConfig{NbTasks: 1})
		})
	})
	wg.Wait()
	if s.limit == 0 { // there is no room for multiples beside bases that do not fit
		s.multiples(m)
	}
	if bases != nil {
		if err := bases.Close(); err != nil {
			s.WantStrict("close of the bases", err)
		}
	}
	if err := e.Close(); err != nil {
		// Close gives the failure in both modes: there is nothing to fall back to.
		s.WantInjected("close of the engine", err)
	}
}

// multiples multiplies the first point by some scalars.
func (s *scenario[P, E, A]) multiples(m *accel.Group[P, E]) {
	base, scalars := &s.p.points[0], s.scalars[:2]
	got, err := m.BatchScalarMultiplication(base, scalars)
	if err != nil {
		s.WantStrict("multiples", err)
	} else if !s.g.same(got, s.g.Host.BatchScalarMultiplication(base, scalars)) {
		s.T.Error("other multiples")
	}
}

// msm runs an MSM over the points from an index on.
func (s *scenario[P, E, A]) msm(what string, from int, run func([]E) (*P, error)) {
	got, err := run(s.scalars[from:])
	if err != nil {
		s.WantStrict(what, err)
		return
	}
	want := s.g.expected(s.p.slice(from, len(s.scalars)), s.scalars[from:])
	if !A(got).Equal(&want) {
		s.T.Errorf("%s: a wrong point: %v, not %v", what, got, &want)
	}
}
