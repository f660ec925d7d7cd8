package devices

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// leastWork is the number of points of a sum's part that is worth a device, times the square of the
// limbs of their coordinates, by which the time of a product grows: 2^16 points of BN254's G1.
const leastWork = 1 << 20

// leastPart returns the least number of points of a part.
func (s *Set) leastPart(g *cuda.Group) int {
	if s.placement == Spread {
		return 1
	}
	return leastWork / (g.CoordinateLimbs * g.CoordinateLimbs)
}

// spreads says whether sums over n points may be spread.
func (s *Set) spreads(n int) bool {
	return len(s.all()) > 1 && !s.small(n) && (s.placement == Auto || s.placement == Spread)
}

// Parts cuts n bases into a part for each device that works. They are a single part, for any
// device, if they are not to be spread.
func (s *Set) Parts(g *cuda.Group, n int) []Part {
	return s.split(g, n, func(st *State) bool { return st.Usable })
}

// PartsNow is Parts for bases that go to the device with one sum. A device with work gets none.
func (s *Set) PartsNow(g *cuda.Group, n int) []Part {
	return s.split(g, n, func(st *State) bool { return st.Usable && st.Queued == 0 })
}

// split cuts a sum for the devices that fit, unless one device does it best.
func (s *Set) split(g *cuda.Group, n int, fit func(*State) bool) []Part {
	whole := []Part{{Device: Anywhere, To: n}}
	if !s.spreads(n) {
		return whole
	}
	s.choosing.Lock()
	defer s.choosing.Unlock()
	states := s.states(need{points: n}, nil)
	speeds := make([]float64, len(states))
	for i := range states {
		if fit(&states[i]) {
			speeds[i] = states[i].Speed
		}
	}
	if parts := Split(n, s.leastPart(g), speeds); len(parts) > 1 {
		return parts
	}
	return whole
}

// Together computes the parts of a sum at the same time.
func Together(parts []Part, part func(k int) error) error {
	var tasks parallel.Tasks
	for k := range parts {
		tasks.Go(func() error { return part(k) })
	}
	return tasks.Wait()
}

// Timed is [Together], and learns the devices' speeds.
func (s *Set) Timed(parts []Part, part func(k int) error) error {
	seconds := make([]float64, len(parts))
	err := Together(parts, func(k int) error {
		start := time.Now()
		err := part(k)
		seconds[k] = time.Since(start).Seconds()
		return err
	})
	if err != nil {
		return err
	}
	s.choosing.Lock()
	defer s.choosing.Unlock()
	s.speeds = corrected(s.speeds, parts, seconds)
	return nil
}
