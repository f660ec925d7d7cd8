package solvertest

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
	"github.com/rs/zerolog"
)

// printedLinesAreGnarks: what a circuit prints is what it prints with gnark's solver.
func (s curve[E, P]) printedLinesAreGnarks(t *testing.T) {
	for builder := range Builders {
		c := s.compile(t, "arithmetic", builder)
		p, err := s.of(c.System).Translate()
		if err != nil {
			t.Fatal(err)
		}
		var ours, gnarks bytes.Buffer
		logTo := func(b *bytes.Buffer) *machine.Job[E] {
			return s.job(c, solver.WithLogger(zerolog.New(b)))
		}
		if _, err := logTo(&ours).Own(p); err != nil {
			t.Fatal(err)
		}
		if _, err := logTo(&gnarks).Gnark(); err != nil {
			t.Fatal(err)
		}
		if ours.String() != gnarks.String() || ours.Len() == 0 {
			t.Errorf("ours prints %q, gnark's %q", &ours, &gnarks)
		}
	}
}
