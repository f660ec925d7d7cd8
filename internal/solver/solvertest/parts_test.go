package solvertest

import (
	"errors"
	"runtime"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// TestParts has several workers check the assertions of a program that one worker runs.
func TestParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	for builder := range Builders {
		s, p := translated(t, "assertions", builder)
		if len(p.Parts) == 0 || p.Schedule != nil {
			t.Fatalf("%s: %d parts, schedule %v", builder, len(p.Parts), p.Schedule)
		}
		in := input(s.System, s.Case, solver.WithNbTasks(workers))
		in.Witness = s.Invalid
		run := s.NewRun(t.Context(), in)
		if _, err := run.Reserve(p).Fast(nil); !errors.Is(err, own.ErrConstraint) {
			t.Errorf("%s: the error is %v", builder, err)
		}
	}
}
