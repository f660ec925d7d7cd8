package group

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// minWork is the least work of an MSM's part that is worth a device. It is the number of points
// times the square of the limbs of their coordinates, by which the time of a product grows: 2^16
// points of BN254's G1.
const minWork = 1 << 20

// minPart returns the least number of points of a part.
func (s *Set) minPart(g *cuda.Group) int {
	if s.placement == Spread {
		return 1
	}
	return minWork / (g.CoordinateLimbs * g.CoordinateLimbs)
}

// spreads says whether MSMs over n points may be spread.
func (s *Set) spreads(n int) bool {
	return len(s.all()) > 1 && !s.small(n) && (s.placement == Auto || s.placement == Spread)
}

// Working and Idle say which devices get a part: all that work, or the idle ones alone.
const Working, Idle = false, true

// Parts cuts n bases into a part for each device that works, or is idle. They are a single part,
// for any device, if they are not to be spread.
func (s *Set) Parts(g *cuda.Group, n int, idle bool) []Part {
	whole := []Part{{Device: Anywhere, To: n}}
	if !s.spreads(n) {
		return whole
	}
	s.choosing.Lock()
	defer s.choosing.Unlock()
	states := s.states(need{points: n}, nil)
	speeds := make([]float64, len(states))
	for i, st := range states {
		if st.Usable && !(idle && st.Queued > 0) {
			speeds[i] = st.Speed
		}
	}
	if parts := Split(n, s.minPart(g), speeds); len(parts) > 1 {
		return parts
	}
	return whole
}

// Together computes the parts of an MSM at the same time. An MSM over all of them tells how fast
// each device is, unless a device has failed: then another has computed its part.
func (s *Set) Together(parts []Part, all bool, part func(k int) error) error {
	seconds, failures := make([]float64, len(parts)), s.failures()
	var tasks parallel.Tasks
	for k := range parts {
		tasks.Go(func() error {
			start := time.Now()
			err := part(k)
			seconds[k] = time.Since(start).Seconds()
			return err
		})
	}
	if err := tasks.Wait(); err != nil || !all || s.failures() != failures {
		return err
	}
	s.choosing.Lock()
	defer s.choosing.Unlock()
	s.speeds = corrected(s.speeds, parts, seconds)
	return nil
}

// failures is how often devices have failed.
func (s *Set) failures() (n uint64) {
	for _, e := range s.opened() {
		n += e.Statistics().Failures
	}
	return n
}
