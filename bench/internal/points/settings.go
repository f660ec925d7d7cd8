// Package points measures computations that make many points: multiples of a base, and the
// Lagrange form of a reference string.
package points

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// Settings select the measurements: each operation over each group in each size.
type Settings struct {
	Backend    host.Backend
	Groups     []string // such as bn254/g1
	Operations []subjects.Operation
	Sizes      []int  // log₂ of the number of points
	Runs       int    // measured, after a first one
	GnarkRuns  int    // in turn with ours; 0 for none
	Memory     uint64 // limit of the device's, in bytes; 0 for all free memory
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Backend: host.Auto, Groups: []string{"bn254/g1", "bn254/g2"},
		Operations: subjects.Operations(), Sizes: []int{10}, Runs: 3, GnarkRuns: 1,
	}
}

// largestSize is the log₂ of the largest number of points.
const largestSize = 26

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	for _, group := range s.Groups {
		if _, err := subjects.NewPoints(group); err != nil {
			return fmt.Errorf("%w: %w", ErrSettings, err)
		}
	}
	for _, o := range s.Operations {
		if !slices.Contains(subjects.Operations(), o) {
			return fmt.Errorf("%w: operation %q; there are %v", ErrSettings, o,
				subjects.Operations())
		}
	}
	for _, size := range s.Sizes {
		if size < 0 || size > largestSize {
			return fmt.Errorf("%w: size 2^%d; sizes are powers of two between 0 and %d",
				ErrSettings, size, largestSize)
		}
	}
	if s.Runs < 1 || s.GnarkRuns < 0 || s.GnarkRuns > s.Runs {
		return fmt.Errorf("%w: %d runs, %d of gnark's", ErrSettings, s.Runs, s.GnarkRuns)
	}
	return nil
}

// Weight implements measure.Series.
func (s *Settings) Weight() (total int64) {
	for range s.Groups {
		for _, size := range s.Sizes {
			total += s.weight(size)
		}
	}
	return total
}

// weight of a size, on the scale of that of sums. gnark-crypto takes most of the time.
func (s *Settings) weight(size int) int64 { return 1<<12 + int64(8*s.GnarkRuns+1)<<size }
