package solvertest

import (
	"errors"
	"runtime"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// TestCuts has several workers check the assertions of a program that one worker runs.
func TestCuts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	for builder := range Builders {
		s, p := translated(t, "assertions", builder)
		if len(p.Cuts) == 0 || p.Schedule != nil {
			t.Fatalf("%s: %d cuts, schedule %v", builder, len(p.Cuts), p.Schedule)
		}
		in := input(s.System, s.Case, solver.WithNbTasks(workers))
		in.Witness = s.Invalid
		run := s.NewRun(t.Context(), in)
		if _, err := run.Reserve(p).Fast(nil); !errors.Is(err, own.ErrConstraint) {
			t.Errorf("%s: the error is %v", builder, err)
		}
	}
}
