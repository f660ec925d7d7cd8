//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"testing"
)

// Sums whose last threads have shorter runs, with buckets that end in any of the runs and that span many of both kinds.
func TestShorterRuns(t *testing.T) {
	d, usual := testDevice(t), hopper
	t.Cleanup(func() { hopper = usual })
	for _, g := range testGroups {
		if paired(g.coordinateLimbs()) {
			continue // what pairing leaves are no long runs
		}
		for _, shorter := range []int{1, 2, 7} {
			for _, n := range []int{300, 517} {
				for _, window := range []int{3, 6, 9} {
					t.Run(fmt.Sprintf("%s/%d/%d/%d", g.name, shorter, n, window), func(t *testing.T) {
						hopper.leastRun, hopper.shortenFrom, hopper.shorter, hopper.shortWave = 1, 1, shorter, shorter
						testSum(t, d, g, n, window, func(p *Plan) {
							// A large device has more threads than these sums have entries.
							if wave := d.context.Info().Multiprocessors * accumulationOf(g.group()).wave; p.Threads == p.LongThreads && n*p.Windows >= wave {
								t.Errorf("no shorter runs: %+v", p)
							}
						})
					})
				}
			}
		}
	}
}
