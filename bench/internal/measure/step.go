package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

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
	// Deadline is when no further step is begun; the zero time for none. Skipped has the steps that
	// were not begun.
	Deadline time.Time
	Skipped  []string
}

// Run runs steps, and ends with the first that fails. Rows before the failure are kept.
func (r *Recorder) Run(ctx context.Context, steps []Step) error {
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !r.Deadline.IsZero() && time.Now().After(r.Deadline) {
			r.Skipped = append(r.Skipped, step.What)
			continue
		}
		fmt.Fprintf(r.Log, "[%d/%d] %s\n", i+1, len(steps), step.What)
		if err := step.Rows(ctx, r.keep); err != nil {
			return fmt.Errorf("%s: %w", step.What, err)
		}
	}
	return nil
}

func (r *Recorder) keep(row *results.Row) error {
	row.Date = time.Now().UTC().Truncate(time.Second)
	return r.Emit(row)
}

// Interrupted tells the user's interrupt from other errors.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
