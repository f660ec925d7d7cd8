package msm

import (
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// These are sums whose last threads have shorter runs. Buckets end in any of the runs, and span
// many of both kinds.
func TestShorterRuns(t *testing.T) {
	d, tuning := testRunner(t), plan.Hopper
	tuning.MinRun, tuning.ShortenFrom = 1, 1
	d.device.Tuning = &tuning
	sizes, runs, windows := []int{300, 517}, []int{1, 2, 7}, []int{3, 6, 9}
	if testing.Short() {
		sizes, runs, windows = sizes[1:], []int{1, 7}, []int{3, 9}
	}
	for _, g := range testGroups {
		if plan.HasBatchAffine(g.group()) {
			continue // what pairing leaves are no long runs
		}
		for _, shorter := range runs {
			for _, n := range sizes {
				for _, window := range windows {
					name := fmt.Sprintf("%s/%d/%d/%d", g.name, shorter, n, window)
					t.Run(name, func(t *testing.T) {
						tuning.Shorter, tuning.ShortWave = shorter, shorter
						testSum(t, d, g, n, window, func(p *plan.Plan) {
							// A large device has more threads than these sums have entries.
							wave := plan.Accumulation(g.group()).Wave
							wave *= d.device.Context.Info().Multiprocessors
							if p.Threads == p.LongThreads && n*p.Windows >= wave {
								t.Errorf("no shorter runs: %+v", p)
							}
						})
					})
				}
			}
		}
	}
}
