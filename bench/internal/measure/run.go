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

// Run goes with all that a command measures. Its flags are O and Budget.
type Run struct {
	context.Context
	results.Printer               // shows rows
	Log             io.Writer     // tells how far it is
	O               string        // the file that rows are appended to, or none
	Budget          time.Duration // after which no further step is begun; 0 for none

	Rows  []*results.Row // finished ones
	begun time.Time
}

// Do measures step by step, and ends with the first that fails. Rows before it are kept.
func (r *Run) Do(b Benchmark) error {
	steps, err := b.Steps()
	if err != nil {
		return err
	}
	if r.begun.IsZero() {
		r.begun = time.Now()
	}
	for i, step := range steps {
		if err := r.Err(); err != nil {
			return err
		}
		if r.Budget > 0 && time.Since(r.begun) > r.Budget {
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

// Keep keeps a row, finished by the times of turns: in the file, and shown.
func (r *Run) Keep(row *results.Row, turns ...Turn) (err error) {
	if err := r.InTurn(row, turns...); err != nil {
		return err
	}
	row.Date = time.Now().UTC().Truncate(time.Second)
	r.Rows = append(r.Rows, row)
	if r.O != "" {
		err = results.Append(r.O, row)
	}
	return errors.Join(err, r.Print(row))
}
