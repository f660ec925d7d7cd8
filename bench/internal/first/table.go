package first

import (
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%8s %10s %10s %11s %11s %10s %8s %10s %7s %8s %10s\n"
	line    = "%8s %10s %10s %11d %11s %10.1f %8s %10s %7s %8.0f %10.0f\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "scheme", "curve", "circuit", "constraints", "form",
		"median ms", "spread", "gnark ms", "times", "host MB", "gnark's MB")
	return err
}

// WriteRow writes a row as a line of the table, and a line with the parts of each program. What is
// not known is a dash.
func WriteRow(w io.Writer, f *results.First) error {
	gnark, times := "–", "–"
	if f.Gnark != nil {
		gnark = fmt.Sprintf("%.1f", f.Gnark.Median)
		times = fmt.Sprintf("%.1f", f.Gnark.Median/f.Time.Median)
	}
	_, err := fmt.Fprintf(w, line, f.Scheme, f.Curve, f.Circuit, f.Constraints, f.Form,
		f.Time.Median, fmt.Sprintf("%.0f %%", 100*f.Time.Spread), gnark, times,
		float64(f.HostBytes)/1e6, float64(f.GnarkHostBytes)/1e6)
	if err == nil {
		_, err = fmt.Fprintf(w, "    ours:  %s\n", parts(f.Spans))
	}
	if err == nil && f.Gnark != nil {
		_, err = fmt.Fprintf(w, "    gnark: %s\n", parts(f.GnarkSpans))
	}
	return err
}

// parts says when each part of a program ran, in milliseconds.
func parts(spans []results.Span) string {
	var all []string
	for _, s := range spans {
		all = append(all, fmt.Sprintf("%s %.0f–%.0f", s.Name, s.Start, s.End()))
	}
	return strings.Join(all, ", ")
}
