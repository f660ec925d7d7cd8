// Package ntt measures transforms over scalar fields, of vectors that are on the device.
package ntt

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// Settings select the measurements: each curve's transforms, of every kind, in each size.
type Settings struct {
	Backend      host.Backend
	Curves       []string // such as bls12-377
	Sizes        []int    // log₂ of the number of elements
	Runs, Warmup int
	Queued       int // transforms a run, queued at once
	CPURuns      int // of gnark-crypto; 0 for none
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{Backend: host.Auto, Curves: []string{"bn254"}, Sizes: []int{12, 16}, Runs: 7,
		Warmup: 2, Queued: 16, CPURuns: 3}
}

// kinds are measured in this order.
var kinds = []subjects.Transform{subjects.Forward, subjects.Inverse, subjects.OnCoset}

// largestSize is the log₂ of the largest domain on the device.
const largestSize = 28

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	for _, curve := range s.Curves {
		if _, err := subjects.NewTransforms(curve); err != nil {
			return fmt.Errorf("%w: %w", ErrSettings, err)
		}
	}
	for _, size := range s.Sizes {
		if size < 1 || size > largestSize {
			return fmt.Errorf("%w: size 2^%d; sizes are powers of two between 2 and 2^%d",
				ErrSettings, size, largestSize)
		}
	}
	if s.Runs < 1 || s.Warmup < 0 || s.Queued < 1 || s.CPURuns < 0 {
		return fmt.Errorf("%w: %d runs of %d transforms after %d, %d of the CPU", ErrSettings,
			s.Runs, s.Queued, s.Warmup, s.CPURuns)
	}
	return nil
}

// Weight implements measure.Series.
func (s *Settings) Weight() (total int64) {
	for range s.Curves {
		for _, size := range s.Sizes {
			total += weight(size)
		}
	}
	return total
}

// weight of a size, on the scale of that of sums. The CPU's transforms and its tables take most of
// the time.
func weight(size int) int64 { return 1<<12 + 1<<size/8 }
