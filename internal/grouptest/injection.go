package grouptest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// FailureOfEveryCall: whichever call of the driver fails, every MSM gives the right point. In
// strict mode it may give the failure. Strict mode makes the same calls: a sample of them will do.
func (g *Group[P, E, A, S]) FailureOfEveryCall(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, g.First)
	p := g.mixed(20, newRand(15))
	scalars := g.uniform(20, newRand(16))
	steps := map[bool]int{false: 17, true: 29} // by strictness
	if g.thorough() {
		steps = map[bool]int{false: 1, true: 5}
	}
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for strict, step := range steps {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step, func(t *testing.T) {
					run := scenario[P, E, A, S]{injection{t, code, strict}, g, 0, p, scalars}
					run.all()
				})
			})
		}
	}
}

// FailuresOfHostBases is FailureOfEveryCall with bases that do not fit the device.
func (g *Group[P, E, A, S]) FailuresOfHostBases(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, g.First)
	p := g.mixed(20, newRand(19))
	scalars := g.uniform(20, newRand(20))
	limit := g.least(t, p.points)
	step := 31
	if g.thorough() {
		step = 7
	}
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step, func(t *testing.T) {
					run := scenario[P, E, A, S]{injection{t, code, strict}, g, limit, p, scalars}
					run.all()
				})
			})
		}
	}
}

// scenario is a use of all MSMs of a group, in which one call of the driver fails.
type scenario[P, E any, A Point[P, E], S Scalar[E]] struct {
	injection
	g       *Group[P, E, A, S]
	limit   uint64 // of memory, in bytes; 0 for none
	p       points[P, E]
	scalars []E
}

func (s *scenario[P, E, A, S]) all(opts ...accel.Option) {
	opts = append(opts, accel.WithMinSize(1), devicetest.FewBuckets(),
		accel.WithPrecompute(accel.PrecomputeFactor(4)), accel.WithMemoryLimit(s.limit))
	e, err := accel.Open(append(opts, s.options()...)...)
	if err != nil {
		s.wantStrict("open", err)
		return
	}
	m := s.g.New(e)
	bases, err := m.Load(s.p.points)
	if err != nil {
		s.wantStrict("load", err)
	} else {
		s.msm("resident", 0, func(scalars []E) (*P, error) {
			return bases.MultiExp(scalars, ecc.MultiExpConfig{NbTasks: 1})
		})
	}
	var wg sync.WaitGroup
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
	if bases != nil {
		if err := bases.Close(); err != nil {
			s.wantStrict("close of the bases", err)
		}
	}
	if err := e.Close(); err != nil {
		// Close gives the failure in both modes: there is nothing to fall back to.
		s.wantInjected("close of the engine", err)
	}
}

// msm runs an MSM over the points from an index on.
func (s *scenario[P, E, A, S]) msm(what string, from int, run func([]E) (*P, error)) {
	got, err := run(s.scalars[from:])
	if err != nil {
		s.wantStrict(what, err)
		return
	}
	if want := s.g.sum(s.p.slice(from, len(s.scalars)), s.scalars[from:]); !A(got).Equal(&want) {
		s.t.Errorf("%s: a wrong point: %v, not %v", what, got, &want)
	}
}

// injection is a failure that a call of the driver is made to return.
type injection struct {
	t      *testing.T
	code   int
	strict bool
}

// options returns the options of an engine under the failure.
func (i injection) options() []accel.Option {
	if i.strict {
		return []accel.Option{accel.WithStrict()}
	}
	return nil
}

// wantStrict checks that an error is the failure that was injected, in strict mode.
func (i injection) wantStrict(what string, err error) {
	i.t.Helper()
	if !i.strict {
		i.t.Errorf("%s: an error that is not strict's: %v", what, err)
	}
	i.wantInjected(what, err)
}

// wantInjected checks that an error is the failure that was injected, in any mode.
func (i injection) wantInjected(what string, err error) {
	i.t.Helper()
	var failure *driver.Error
	if errors.As(err, &failure) && failure.Code == i.code {
		return
	}
	if i.code == devicetest.OutOfMemory && errors.Is(err, accel.ErrOutOfMemory) {
		return
	}
	i.t.Errorf("%s: an error that is not the one injected: %v", what, err)
}

// FailureOfEveryCall: whichever call of the driver fails, a transform is right. In strict mode it
// may fail and leave its elements alone.
func (f *Field[E, S, D, K, V]) FailureOfEveryCall(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, f.First)
	step := 13
	if devicetest.Thorough(f.First) {
		step = 1
	}
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				devicetest.FailCalls(t, code, step, func(t *testing.T) {
					f.underFailure(injection{t, code, strict})
				})
			})
		}
	}
}

// underFailure opens an engine, transforms on it, and closes it.
func (f *Field[E, S, D, K, V]) underFailure(i injection) {
	e, err := accel.Open(append(i.options(), accel.WithMinSize(1), devicetest.FewBuckets())...)
	if err != nil {
		i.wantStrict("open", err)
		return
	}
	domain, on := f.NewDomain(16), f.New(e)
	for _, x := range []transform{{onCoset: true}, {inTime: true, inverse: true}} {
		got := f.elements(16)
		want := slices.Clone(got)
		if err := f.transform(x, on, domain, got); err != nil {
			i.wantStrict("transform", err)
		} else {
			f.oracle(x, domain, want)
		}
		if !slices.Equal(got, want) {
			i.t.Errorf("%+v: wrong elements", x)
		}
	}
	if err := e.Close(); err != nil {
		i.wantInjected("close", err)
	}
}
