// Package measure runs series of measurements. It keeps finished rows, shows the progress, and
// stops in time.
package measure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Series is a series of measurements.
type Series interface {
	// Weight is the amount of work: the sum of the weights of its steps.
	Weight() int64
	// Run measures, step by step.
	Run(*Recorder) error
}

// Recorder takes the rows of series.
type Recorder struct {
	Context  context.Context
	Progress *progress.Progress
	// Row is called with each row as soon as it is finished.
	Row func(results.Row) error
	// Deadline is when no further step is begun; the zero time for none. Skipped has the steps that
	// were not begun.
	Deadline time.Time
	Skipped  []string
}

// Emit keeps a finished row.
type Emit func(results.Row) error

// Step makes the rows of one step, unless the time is over. Each is kept as soon as it is finished.
func (r *Recorder) Step(weight int64, what string, rows func(Emit) error) error {
	if err := r.Context.Err(); err != nil {
		return err
	}
	if !r.Deadline.IsZero() && time.Now().After(r.Deadline) {
		r.Skipped = append(r.Skipped, what)
		r.Progress.Done(weight)
		return nil
	}
	r.Progress.Step("%s", what)
	if err := rows(r.emit); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	r.Progress.Done(weight)
	return nil
}

func (r *Recorder) emit(row results.Row) error {
	row.Date = time.Now().UTC().Truncate(time.Second)
	r.Progress.Clear()
	return r.Row(row)
}

// Repeat calls f warmup times and then runs times, and returns the times of the latter. It ends
// early when the context does.
func Repeat(ctx context.Context, warmup, runs int,
	f func(measured bool) (time.Duration, error)) ([]time.Duration, error) {
	var times []time.Duration
	for i := range warmup + runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		took, err := f(i >= warmup)
		if err != nil {
			return nil, err
		}
		if i >= warmup {
			times = append(times, took)
		}
	}
	return times, nil
}

// Interrupted tells the user's interrupt from other errors.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
