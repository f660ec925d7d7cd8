package solvertest

import (
	"errors"
	"math/big"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// One system is solved several times at once, also where gnark's blueprints keep state.
func TestSolutionsAtOnce(t *testing.T) {
	for _, name := range []string{"lookup", "commitment"} {
		s := compile(t, name, "scs")
		want, err := s.job(t).Gnark()
		if err != nil {
			t.Fatal(err)
		}
		solve := func() (by own.Name) {
			got, err := s.Solve(t.Context(), input(s.System, s.Case))
			if err == nil {
				err = equal(got, want)
			}
			if err != nil {
				t.Error(name, err)
				return own.None
			}
			defer got.Release()
			return got.Solver
		}
		var group parallel.WaitGroup
		for range 6 {
			group.Go(func() {
				for range 3 {
					solve()
				}
			})
		}
		group.Wait()
		s.Prepare(nil)
		solve() // which compares, if none did yet
		if by := solve(); by != own.Fast {
			t.Errorf("%s: after comparison %s solves", name, by)
		}
	}
}

// A program does not keep its system, with which it goes. Nor does its place in a folder, whether
// the folder came before the program or after it.
func TestProgramsAreForgotten(t *testing.T) {
	folder, err := prepared.Open(filepath.Join(t.TempDir(), "new"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folders := range [][]*prepared.Folder{{nil}, {folder}, {nil, folder}} {
		testForgotten(t, folders)
	}
}

func testForgotten(t *testing.T, folders []*prepared.Folder) {
	s := compile(t, "bits", "r1cs")
	for _, in := range folders {
		s.Prepare(in)
	}
	if _, err := s.Solve(t.Context(), input(s.System, s.Case)); err != nil {
		t.Fatal(err)
	}
	gone := make(chan bool)
	runtime.AddCleanup(s.System.System, func(gone chan bool) { close(gone) }, gone)
	runtime.KeepAlive(s)
	s = system{}
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

// A hint that is overridden runs as it is. Neither gnark's nor ours runs for its name.
func TestOverriddenHintsRun(t *testing.T) {
	s, p := translated(t, "bits", "r1cs")
	if len(p.Natives) == 0 {
		t.Fatal("no hint is native")
	}
	fails := func(*big.Int, []*big.Int, []*big.Int) error { return errors.New("overridden") }
	run := s.job(t, solver.OverrideHint(p.Natives[0], fails)).Reserve(p)
	if _, err := run.Fast(nil); err == nil {
		t.Error("the program ran its own hint")
	}
}
