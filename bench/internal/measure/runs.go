package measure

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Timed is one run, and the time that it took.
type Timed = func() (time.Duration, error)

// Time is the whole time of a step.
func Time(step func() error) Timed {
	return func() (time.Duration, error) {
		start := time.Now()
		err := step()
		return time.Since(start), err
	}
}

// Repeat calls f warmup times and then runs times. It returns the times of the latter, and ends
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

// Interleaved are numbers of runs: of ours, and of gnark's after each of the first of them.
type Interleaved struct{ Runs, GnarkRuns int }

// Flags declares the flags.
func (n *Interleaved) Flags(f *flag.FlagSet) {
	f.IntVar(&n.Runs, "runs", 3, "measured runs, after a first one")
	f.IntVar(&n.GnarkRuns, "gnark-runs", 1, "interleaved runs of gnark's; 0 for none")
}

// Check refuses numbers that make no sense.
func (n *Interleaved) Check() error {
	if n.Runs < 1 || n.GnarkRuns < 0 || n.GnarkRuns > n.Runs {
		return Wrong("%d runs, %d of gnark's", n.Runs, n.GnarkRuns)
	}
	return nil
}

// Run enters the times of interleaved runs in a row. The heap has no garbage of one run in the
// next.
func (n *Interleaved) Run(ctx context.Context, row *results.Row, ours, gnarks Timed) error {
	var our, gnark results.Sample
	once := func(to *results.Sample, run Timed) error {
		runtime.GC()
		sample, err := Repeat(ctx, 0, 1, run)
		*to = append(*to, sample...)
		return err
	}
	for i := range n.Runs {
		if err := once(&our, ours); err != nil {
			return err
		}
		if i >= n.GnarkRuns {
			continue
		}
		if err := once(&gnark, gnarks); err != nil {
			return fmt.Errorf("gnark: %w", err)
		}
	}
	row.Enter(results.Ours, our)
	row.Enter(results.Gnark, gnark)
	return nil
}
