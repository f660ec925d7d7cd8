package session

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// Config is the policy of an [Engine].
type Config struct {
	// Strict returns failures to the caller instead of falling back to the CPU.
	Strict bool
	// Device is the device of an engine beside others, and nil for the only one. A task that fails
	// is left to another device, as [ErrElsewhere], before it is left to the CPU or is a strict
	// engine's error. Errors and log lines name the device.
	Device *cuda.DeviceInfo
	// MinSize is the least number of points, or of elements of a vector, for the device.
	MinSize int
	// CheckedSums has callers compute each sum in two passes: see [Engine.Checked].
	CheckedSums bool
	// Logger returns the logger to use at the time of the call.
	Logger func() zerolog.Logger

	failed func(t *task, err error) // of a dry run: is told of each failure of the device
}

// small says whether n points or elements are too few for a device.
func (c *Config) small(n int) bool { return n == 0 || n < c.MinSize }
