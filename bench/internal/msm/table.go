package msm

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%12s %5s %9s %10s %9s %9s %7s %8s %10s %11s %8s %7s %7s %7s %8s %9s %6s %8s %9s " +
		"%9s %8s %9s %6s\n"
	line = "%12s %5s %9s %10s %9.2f %9.2f %7s %8s %10s %11s %8s %7s %7s %7s %8s %9s %6s %8.0f " +
		"%9s %9s %8s %9s %6s\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "group", "size", "scalars", "mode", "median ms", "min ms",
		"spread", "upload", "partition", "accumulate",
		"reduce", "window", "factor", "chunks", "G add/s", "of limit", "whole", "load ms", "MB up",
		"MB held", "CPU ms", "unchecked", "times")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, m *results.MSM) error {
	upload, partition, accumulate, reduce := dash, dash, dash, dash
	window, factor, chunks := dash, dash, dash
	rate, share, whole, cpu := dash, dash, dash, dash
	unchecked, times := dash, dash
	if p := m.Phases; p != nil {
		upload = number(p.Upload)
		partition = number(p.Partition)
		accumulate = number(p.Accumulate)
		reduce = number(p.Reduce)
	}
	if p := m.Plan; p != nil {
		window, factor, chunks = fmt.Sprint(p.Window), fmt.Sprint(p.Factor), fmt.Sprint(p.Chunks)
	}
	if r := m.Rates; r != nil {
		rate, share, whole = number(r.Additions/1e9), percent(r.Share), percent(r.Whole)
	}
	if m.GnarkCrypto != nil {
		cpu = fmt.Sprintf("%.1f", m.GnarkCrypto.Median)
	}
	if u := m.Unchecked; u != nil {
		unchecked, times = number(u.Median), number(m.Time.Median/u.Median)
	}
	_, err := fmt.Fprintf(w, line, m.Curve+"/"+m.Group, fmt.Sprintf("2^%d", m.Log2), m.Distribution,
		m.Mode, m.Time.Median, m.Time.Min,
		percent(m.Time.Spread), upload, partition, accumulate, reduce, window, factor, chunks, rate,
		share, whole, m.Load,
		megabytes(m.BytesUp), megabytes(m.DeviceBytes), cpu, unchecked,
		times)
	return err
}

const dash = "–"

func number(x float64) string  { return fmt.Sprintf("%.2f", x) }
func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

func megabytes(bytes uint64) string {
	if bytes == 0 {
		return dash
	}
	return fmt.Sprintf("%.1f", float64(bytes)/1e6)
}
