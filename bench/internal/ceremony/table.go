package ceremony

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%10s %5s %10s %10s %11s %10s %10s %8s %10s %7s %9s %9s\n"
	line    = "%10s %5d %10s %10s %11d %10.1f %10.1f %8s %10s %7s %9.1f %9.0f\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "step", "phase", "curve", "circuit", "constraints",
		"first ms", "median ms", "spread", "gnark ms", "times", "file MB", "device MB")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, c *results.Ceremony) error {
	gnark, times := "–", "–"
	if c.Gnark != nil {
		gnark = fmt.Sprintf("%.1f", c.Gnark.Median)
		times = fmt.Sprintf("%.1f", c.Gnark.Median/c.Time.Median)
	}
	_, err := fmt.Fprintf(w, line, c.Step, c.Phase, c.Curve, c.Circuit, c.Constraints, c.First,
		c.Time.Median, fmt.Sprintf("%.0f %%", 100*c.Time.Spread), gnark, times,
		float64(c.Bytes)/1e6, float64(c.DeviceBytes)/1e6)
	return err
}
