// Package measure runs benchmarks: their steps, turns on engines, and the use of the machine.
package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Benchmark is what a command measures. Its fields are the command's flags.
type Benchmark interface {
	// Measure measures in steps. Before the first one it refuses flags that make no sense.
	Measure(*Run) error
}

// Run is the steps of a benchmark, and goes with all that it measures.
type Run struct {
	context.Context
	Log  io.Writer                // tells how far it is
	Emit func(*results.Row) error // is called with each row as soon as it is finished
	// Until is when no further step is begun; the zero time for none.
	Until time.Time

	planned []string
	begun   int // 0 while steps are planned
}

// Do measures step by step, and ends with the first that fails. Rows before it are kept.
func (r *Run) Do(b Benchmark) error {
	var err error
	if r.planned, err = Steps(b); err != nil {
		return err
	}
	r.begun = 1
	return b.Measure(r)
}

// Steps names the steps of a benchmark.
func Steps(b Benchmark) ([]string, error) {
	plan := new(Run)
	err := b.Measure(plan)
	return plan.planned, err
}

// Step measures one thing, unless the time is over.
func (r *Run) Step(name string, rows func() error) error {
	switch {
	case r.begun == 0:
		r.planned = append(r.planned, name)
		return nil
	case r.Err() != nil:
		return r.Err()
	}
	defer func() { r.begun++ }()
	if !r.Until.IsZero() && time.Now().After(r.Until) {
		_, err := fmt.Fprintf(r.Log, "bench: left out for want of time: %s\n", name)
		return err
	}
	fmt.Fprintf(r.Log, "[%d/%d] %s\n", r.begun, len(r.planned), name)
	if err := rows(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Keep keeps a finished row.
func (r *Run) Keep(row *results.Row) error {
	row.Date = time.Now().UTC().Truncate(time.Second)
	return r.Emit(row)
}

// Interrupted tells the user's interrupt from other errors.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
