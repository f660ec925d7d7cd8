package solve

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%12s %5s %10s %7s %10s %10s %7s %10s %10s %12s %9s\n"
	line    = "%12s %5s %10d %7d %10.2f %10.2f %7.2f %10.2f %10.2f %12.1f %9.1f\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "circuit", "", "constraints", "threads",
		"gnark ms", "ours ms", "ratio", "floor ms", "first ms", "translate ms", "MB")
	return err
}

// WriteRow writes a row as a line of the table.
func WriteRow(w io.Writer, s *results.Solve) error {
	_, err := fmt.Fprintf(w, line, s.Circuit, s.Builder, s.Constraints, s.Threads,
		s.GnarkMS, s.OursMS, s.Ratio, s.FloorMS, s.First, s.TranslationMS,
		float64(s.ProgramBytes)/1e6)
	return err
}
