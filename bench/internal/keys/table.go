package keys

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%6s %8s %10s %10s %11s %11s %10s %10s %8s %10s %7s %9s %9s %8s %10s\n"
	line    = "%6s %8s %10s %10s %11d %11s %10.1f %10.1f %8s %10s %7s %9.1f %9s %8s %10s\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "step", "scheme", "curve", "circuit", "constraints", "form",
		"first ms", "median ms", "spread", "gnark ms", "times", "key MB", "device MB",
		"heap MB", "gnark's MB")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, k *results.Key) error {
	form, gnark, times := k.Form, "–", "–"
	if form == "" {
		form = "–"
	}
	if k.Gnark != nil {
		gnark = fmt.Sprintf("%.1f", k.Gnark.Median)
		times = fmt.Sprintf("%.1f", k.Gnark.Median/k.Time.Median)
	}
	_, err := fmt.Fprintf(w, line, k.Step, k.Scheme, k.Curve, k.Circuit, k.Constraints, form,
		k.First, k.Time.Median, fmt.Sprintf("%.0f %%", 100*k.Time.Spread), gnark, times,
		float64(k.Bytes)/1e6, megabytes(k.DeviceBytes), megabytes(k.HostBytes),
		megabytes(k.GnarkHostBytes))
	return err
}

// megabytes is a dash for what is not known.
func megabytes(bytes uint64) string {
	if bytes == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f", float64(bytes)/1e6)
}
