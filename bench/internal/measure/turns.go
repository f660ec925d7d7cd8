package measure

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Timed is one run of what is measured, and how long it took.
type Timed func() (time.Duration, error)

// Time is the whole time of a step.
func Time(step func() error) Timed {
	return func() (time.Duration, error) {
		start := time.Now()
		err := step()
		return time.Since(start), err
	}
}

// Repeat calls f warmup times and then runs times, and returns the times of the latter. It ends
// early when the context does.
func Repeat(ctx context.Context, warmup, runs int, f Timed) (results.Sample, error) {
	var times []time.Duration
	for i := range warmup + runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		took, err := f()
		if err != nil {
			return nil, err
		}
		if i >= warmup {
			times = append(times, took)
		}
	}
	return results.NewSample(times), nil
}

// Turns are numbers of runs: of ours, and of gnark's after each of the first of them.
type Turns struct{ Runs, GnarkRuns int }

// Flags declares the flags.
func (t *Turns) Flags(f *flag.FlagSet) {
	f.IntVar(&t.Runs, "runs", t.Runs, "measured runs, after a first one")
	f.IntVar(&t.GnarkRuns, "gnark-runs", t.GnarkRuns, "runs of gnark's, in turn; 0 for none")
}

// Check refuses numbers that make no sense.
func (t *Turns) Check() error {
	if t.Runs < 1 || t.GnarkRuns < 0 || t.GnarkRuns > t.Runs {
		return Wrong("%d runs, %d of gnark's", t.Runs, t.GnarkRuns)
	}
	return nil
}

// Take takes the turns. The context is looked at before each. What one leaves on the heap is gone
// before the next.
func (t *Turns) Take(ctx context.Context, ours, gnarks Timed) (
	our, gnark results.Sample, err error) {
	turn := func(run Timed, to *results.Sample) error {
		runtime.GC()
		sample, err := Repeat(ctx, 0, 1, run)
		*to = append(*to, sample...)
		return err
	}
	for i := range t.Runs {
		if err := turn(ours, &our); err != nil {
			return nil, nil, err
		}
		if i >= t.GnarkRuns {
			continue
		}
		if err := turn(gnarks, &gnark); err != nil {
			return nil, nil, fmt.Errorf("gnark: %w", err)
		}
	}
	return our, gnark, nil
}
