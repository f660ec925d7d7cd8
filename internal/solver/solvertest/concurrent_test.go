package solvertest

import (
	"errors"
	"math/big"
	"runtime"
	"testing"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// solutionsAtOnce: one system is solved several times at once, also where gnark's blueprints keep
// state.
func (s curve[E, P]) solutionsAtOnce(t *testing.T) {
	for _, name := range []string{"lookup", "commitment"} {
		c := s.compile(t, name, "scs")
		sys := s.of(c.System)
		want, err := s.job(c).Gnark()
		if err != nil {
			t.Fatal(err)
		}
		var group parallel.WaitGroup
		for range 6 {
			group.Go(func() {
				for range 3 {
					got, err := sys.Solve(t.Context(), c.Valid, nil, c.Options...)
					if err != nil {
						t.Error(name, err)
						return
					}
					if err := equal(got, want); err != nil {
						t.Error(name, got.Solver, err)
					}
					got.Release()
				}
			})
		}
		group.Wait()
		sys.Prepare(nil)
		// The next compares, if none did yet.
		if _, err := sys.Solve(t.Context(), c.Valid, nil, c.Options...); err != nil {
			t.Error(name, err)
		}
		got, err := sys.Solve(t.Context(), c.Valid, nil, c.Options...)
		if err != nil || got.Solver != own.Own {
			t.Errorf("%s: after comparison: %v", name, err)
		}
	}
}

// programsAreForgotten: a program does not keep its system, with which it goes.
func (s curve[E, P]) programsAreForgotten(t *testing.T) {
	c := s.compile(t, "bits", "r1cs")
	s.of(c.System).Prepare(nil)
	if _, err := s.of(c.System).Solve(t.Context(), c.Valid, nil, c.Options...); err != nil {
		t.Fatal(err)
	}
	gone := make(chan bool)
	runtime.AddCleanup(s.of(c.System).System, func(gone chan bool) { close(gone) }, gone)
	runtime.KeepAlive(c)
	c = nil
	for late := time.After(time.Minute); ; {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-late:
			t.Fatal("the program keeps its system")
		case <-time.After(time.Millisecond):
		}
	}
}

// overriddenHintsRun: a hint that is overridden, or given, runs as it is. gnark's does not run, and
// neither does ours for its name.
func (s curve[E, P]) overriddenHintsRun(t *testing.T) {
	c := s.compile(t, "bits", "r1cs")
	p, err := s.of(c.System).Translate()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Natives) == 0 {
		t.Fatal("no hint is native")
	}
	fails := func(*big.Int, []*big.Int, []*big.Int) error { return errors.New("overridden") }
	if _, err := s.job(c, solver.OverrideHint(p.Natives[0], fails)).Own(p); err == nil {
		t.Error("the program ran its own hint")
	}
}
