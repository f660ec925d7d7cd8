package points

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%12s %6s %10s %10s %10s %10s %8s %10s %7s %8s\n"
	line    = "%12s %6s %10s %10.1f %10.1f %10.1f %8s %10s %7s %8.0f\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "group", "size", "points", "first ms", "median ms", "min ms",
		"spread", "gnark ms", "times", "peak MB")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, p *results.Points) error {
	gnark, times := "–", "–"
	if p.GnarkCrypto != nil {
		gnark = fmt.Sprintf("%.1f", p.GnarkCrypto.Median)
		times = fmt.Sprintf("%.1f", p.GnarkCrypto.Median/p.Time.Median)
	}
	_, err := fmt.Fprintf(w, line, p.Curve+"/"+p.Group, fmt.Sprintf("2^%d", p.Log2), p.Operation,
		p.First, p.Time.Median, p.Time.Min, fmt.Sprintf("%.0f %%", 100*p.Time.Spread), gnark, times,
		float64(p.DeviceBytes)/1e6)
	return err
}
