// Package msm measures multi-scalar multiplications.
package msm

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
)

// Settings select the measurements: each group in each size with each distribution.
type Settings struct {
	Backend       host.Backend
	Groups        []string // such as bn254/g1
	Sizes         []int    // log₂ of the number of points
	Distributions []string
	Runs, Warmup  int
	Window        int // bits; 0 lets the plan choose
	Factor        int // precomputed multiples a base; 0 lets the plan choose, 1 means none
	LargestCPU    int // log₂ of the largest size that gnark-crypto is measured at, or -1
	CPURuns       int
	Batch         int // sums in one call
	Callers       int // goroutines that call at once
	Devices       int // of the engine, the first ones; 0 for all
	OneShot       bool
	Checked       bool   // accel.WithCheckedSums
	OnDevice      bool   // also over scalars that are on the device before
	MemoryLimit   uint64 // bytes; 0 for all free memory
	Threads       int    // GOMAXPROCS; 0 leaves it
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Backend: host.Auto, Groups: []string{"bn254/g1"}, Sizes: []int{12, 14, 16},
		Distributions: []string{"uniform", "witness"},
		Runs:          7, Warmup: 2, LargestCPU: 20, CPURuns: 7, Batch: 1, Callers: 1,
	}
}

// largestSize is the log₂ of the largest number of points.
const largestSize = 28

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	for _, size := range s.Sizes {
		if size < 0 || size > largestSize {
			return fmt.Errorf("%w: size 2^%d; sizes are powers of two between 0 and %d",
				ErrSettings, size, largestSize)
		}
	}
	switch {
	case s.Runs < 1 || s.Warmup < 0 || s.CPURuns < 1:
		return fmt.Errorf("%w: %d runs after %d, %d of the CPU", ErrSettings, s.Runs, s.Warmup,
			s.CPURuns)
	case s.Batch < 1 || s.Callers < 1:
		return fmt.Errorf("%w: %d callers of %d sums a call", ErrSettings, s.Callers, s.Batch)
	case s.OneShot && s.Batch > 1:
		return fmt.Errorf("%w: batches are over resident bases", ErrSettings)
	case s.OneShot && s.OnDevice:
		return fmt.Errorf("%w: scalars on the device are over resident bases", ErrSettings)
	case s.Threads < 0 || s.Devices < 0:
		return fmt.Errorf("%w: %d threads, %d devices", ErrSettings, s.Threads, s.Devices)
	}
	return nil
}

// open opens an engine for the settings, and sets the number of threads.
func (s *Settings) open(log *logbook.Book) (*accel.Engine, error) {
	if s.Threads > 0 {
		runtime.GOMAXPROCS(s.Threads)
	}
	options := []accel.Option{accel.WithMinSize(1), accel.WithLogger(log.Logger()),
		accel.WithMemoryLimit(s.MemoryLimit), accel.WithWindow(s.Window),
		host.FirstDevices(s.Devices)}
	if s.Checked {
		options = append(options, accel.WithCheckedSums())
	}
	switch s.Factor {
	case 0:
	case 1:
		options = append(options, accel.WithPrecompute(accel.PrecomputeNone))
	default:
		options = append(options, accel.WithPrecompute(accel.PrecomputeFactor(s.Factor)))
	}
	return host.Open(s.Backend, options...)
}

// Weight implements measure.Series.
func (s *Settings) Weight() (total int64) {
	for range s.Groups {
		for _, size := range s.Sizes {
			total += weight(size)
		}
	}
	return total
}

// weight of a size: most time goes by points, some goes whatever their number.
func weight(size int) int64 { return 1<<14 + 1<<size }
