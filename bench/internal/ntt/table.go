package ntt

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%10s %6s %10s %10s %10s %8s %10s %8s\n"
	line    = "%10s %6s %10s %10.3f %10.3f %8s %10s %8s\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "curve", "size", "transform", "median ms", "min ms", "spread",
		"CPU ms", "times")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, n *results.NTT) error {
	cpu, times := "–", "–"
	if n.GnarkCrypto != nil {
		cpu = fmt.Sprintf("%.1f", n.GnarkCrypto.Median)
		times = fmt.Sprintf("%.1f", n.GnarkCrypto.Median/n.Time.Median)
	}
	_, err := fmt.Fprintf(w, line, n.Curve, fmt.Sprintf("2^%d", n.Log2), n.Transform, n.Time.Median,
		n.Time.Min,
		fmt.Sprintf("%.0f %%", 100*n.Time.Spread), cpu, times)
	return err
}
