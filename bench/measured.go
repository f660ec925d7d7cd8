package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// measured is the command of a benchmark.
type measured struct {
	O         string // the file for its rows
	Budget    time.Duration
	benchmark measure.Benchmark
}

func (m *measured) run(ctx context.Context, _ []string, stdout, stderr io.Writer) error {
	r := newRun(ctx, m.O, stdout, stderr)
	if m.Budget > 0 {
		r.Until = time.Now().Add(m.Budget)
	}
	return r.Do(m.benchmark)
}

// newRun returns a run that prints rows, and appends them to a file if named.
func newRun(ctx context.Context, path string, stdout, stderr io.Writer) *measure.Run {
	show := &results.Printer{Out: stdout}
	return &measure.Run{Context: ctx, Log: stderr, Emit: func(row *results.Row) (err error) {
		if path != "" {
			err = results.Append(path, row)
		}
		return errors.Join(err, show.Print(row))
	}}
}
