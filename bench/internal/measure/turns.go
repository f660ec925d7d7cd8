package measure

import (
	"context"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Run is one run of what is measured, and how long it took.
type Run func() (time.Duration, error)

// InTurn runs ours some times, and gnark's after each of the first gnarkRuns. Gnark's times are nil
// if it did not run. The context is looked at before each turn.
func InTurn(ctx context.Context, runs, gnarkRuns int, ours, gnarks Run) (
	times results.Sample, gnarkTimes *results.Sample, err error,
) {
	var all, allGnarks []time.Duration
	for run := range runs {
		if err := ctx.Err(); err != nil {
			return times, nil, err
		}
		took, err := ours()
		if err != nil {
			return times, nil, err
		}
		all = append(all, took)
		if run >= gnarkRuns {
			continue
		}
		if took, err = gnarks(); err != nil {
			return times, nil, err
		}
		allGnarks = append(allGnarks, took)
	}
	if len(allGnarks) > 0 {
		sample := results.NewSample(allGnarks)
		gnarkTimes = &sample
	}
	return results.NewSample(all), gnarkTimes, nil
}

// Timed runs a step after the garbage of the one before is gone.
func Timed(step func() error) (time.Duration, error) {
	runtime.GC()
	start := time.Now()
	err := step()
	return time.Since(start), err
}
