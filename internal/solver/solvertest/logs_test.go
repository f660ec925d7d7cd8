package solvertest

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/rs/zerolog"
)

func TestPrintedLinesAreGnarks(t *testing.T) {
	for builder := range Builders {
		s, p := translated(t, "arithmetic", builder)
		var ours, gnarks bytes.Buffer
		_, err := s.job(t, solver.WithLogger(zerolog.New(&ours))).Reserve(p).Fast(nil)
		_, errGnark := s.job(t, solver.WithLogger(zerolog.New(&gnarks))).Gnark()
		if err != nil || errGnark != nil {
			t.Fatal(err, errGnark)
		}
		if ours.String() != gnarks.String() || ours.Len() == 0 {
			t.Errorf("ours prints %q, gnark's %q", &ours, &gnarks)
		}
	}
}

// TestComparisonsPrintNothing compares solutions ahead of a proof, and after a wrong one.
func TestComparisonsPrintNothing(t *testing.T) {
	s := compile(t, "arithmetic", "r1cs")
	var lines bytes.Buffer
	in := input(s.System, s.Case, solver.WithLogger(zerolog.New(&lines)))
	s.Ahead(in)
	if err := s.Recheck(t.Context(), in); err != nil || lines.Len() > 0 {
		t.Errorf("comparisons print %q, %v", &lines, err)
	}
}
