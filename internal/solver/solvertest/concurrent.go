package solvertest

import (
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// SolutionsAtOnce: one system is solved several times at once, also where gnark's blueprints keep
// state.
func (s Suite[E, P]) SolutionsAtOnce(t *testing.T) {
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

// ProgramsAreForgotten: programs go with their systems.
func (s Suite[E, P]) ProgramsAreForgotten(t *testing.T) {
	c := s.compile(t, "bits", "r1cs")
	field := s.of(c.System).Field
	s.of(c.System).Prepare(nil)
	if field.Len() == 0 { // those of other tests may go meanwhile
		t.Fatal("no program is kept")
	}
	runtime.KeepAlive(c)
	c = nil
	for range 20 {
		runtime.GC()
		runtime.Gosched()
		if field.Len() == 0 {
			return
		}
	}
	t.Error("the program outlives its system")
}

// OverriddenHintsRun: a hint that is overridden, or given, runs as it is. gnark's does not run, and
// neither does ours for its name.
func (s Suite[E, P]) OverriddenHintsRun(t *testing.T) {
	c := s.compile(t, "bits", "r1cs")
	p, err := s.of(c.System).Translate()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Natives) == 0 {
		t.Fatal("no hint is native")
	}
	if _, err := s.job(c, Override(p.Natives[0])).Own(p); err == nil {
		t.Error("the program ran its own hint")
	}
}

// compile compiles one of this package's circuits.
func (s Suite[E, P]) compile(t *testing.T, name, builder string) *Case {
	t.Helper()
	c, err := Compile(s.Curve, name, builder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
