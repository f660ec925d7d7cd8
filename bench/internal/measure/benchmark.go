// Package measure runs benchmarks: flags and steps, runs on engines, and the use of the machine.
package measure

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Benchmark is a command that measures.
type Benchmark struct {
	Name string          // of the command and in the rows
	New  func() Settings // the settings of a command line
}

// Settings select measurements.
type Settings interface {
	// Flags declares the flags, with their defaults.
	Flags(*flag.FlagSet)
	// Steps returns the measurements, or an error that wraps ErrSettings.
	Steps() ([]Step, error)
}

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Wrong is an error that wraps ErrSettings.
func Wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrSettings, fmt.Errorf(format, args...))
}

// Step is a measurement that makes some rows.
type Step struct {
	What string
	Rows func(context.Context, Emit) error
}

// Emit keeps a finished row.
type Emit func(*results.Row) error

// Recorder runs steps and keeps their rows.
type Recorder struct {
	Log  io.Writer // tells how far it is
	Emit Emit      // is called with each row as soon as it is finished
	// Deadline is when no further step is begun; the zero time for none. Skipped are the others.
	Deadline time.Time
	Skipped  []string
}

// Run runs steps, and ends with the first that fails. Rows before the failure are kept.
func (r *Recorder) Run(ctx context.Context, steps []Step) error {
	emit := func(row *results.Row) error {
		row.Date = time.Now().UTC().Truncate(time.Second)
		return r.Emit(row)
	}
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !r.Deadline.IsZero() && time.Now().After(r.Deadline) {
			r.Skipped = append(r.Skipped, step.What)
			continue
		}
		fmt.Fprintf(r.Log, "[%d/%d] %s\n", i+1, len(steps), step.What)
		if err := step.Rows(ctx, emit); err != nil {
			return fmt.Errorf("%s: %w", step.What, err)
		}
	}
	return nil
}

// Interrupted tells the user's interrupt from other errors.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
