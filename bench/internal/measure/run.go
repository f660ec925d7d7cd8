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
	// Steps are the steps of the measurement. It refuses flags that make no sense.
	Steps() ([]Step, error)
}

// Step measures one thing, and keeps its rows.
type Step struct {
	Name string
	Rows func(*Run) error
}

// Run goes with all that a benchmark measures.
type Run struct {
	context.Context
	Log  io.Writer                // tells how far it is
	Emit func(*results.Row) error // is called with each row as soon as it is finished
	Rows []*results.Row           // finished ones
	// Until is when no further step is begun; the zero time for none.
	Until time.Time
}

// Do measures step by step, and ends with the first that fails. Rows before it are kept.
func (r *Run) Do(b Benchmark) error {
	steps, err := b.Steps()
	if err != nil {
		return err
	}
	for i, step := range steps {
		if err := r.Err(); err != nil {
			return err
		}
		if !r.Until.IsZero() && time.Now().After(r.Until) {
			fmt.Fprintf(r.Log, "bench: left out for want of time: %s\n", step.Name)
			continue
		}
		fmt.Fprintf(r.Log, "[%d/%d] %s\n", i+1, len(steps), step.Name)
		if err := step.Rows(r); err != nil {
			return fmt.Errorf("%s: %w", step.Name, err)
		}
	}
	return nil
}

// Keep keeps a row, finished by the times of turns.
func (r *Run) Keep(row *results.Row, turns ...Turn) error {
	if err := InTurn(r, row, turns...); err != nil {
		return err
	}
	row.Date = time.Now().UTC().Truncate(time.Second)
	r.Rows = append(r.Rows, row)
	return r.Emit(row)
}

// Interrupted tells the user's interrupt from other errors.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
