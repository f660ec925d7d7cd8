package engine

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
	// MinSize is the least number of points, or of a vector's elements, for the device.
	MinSize int
	// ByTimes has [Engine.Measure] choose where proofs are made. The MSMs and vectors of a proof
	// stay together then. MinSize is for MSMs and vectors of no proof.
	ByTimes bool
	// CheckedMSMs has callers compute each MSM in two passes: see [Engine.ChecksMSMs].
	CheckedMSMs bool
	// Logger returns the logger to use at the time of the call.
	Logger func() zerolog.Logger

	failed func(t *task, err error) // of a dry run: is told of each failure of the device
}

// fewPoints is the number of points below which the CPU computes a proof's MSM. It takes less time
// there than the way to the device and back.
const fewPoints = 64

// small says whether a task has too few points or elements for a device.
func (c *Config) small(t *task) bool {
	switch {
	case t.size == 0 || !t.inProof || !c.ByTimes:
		return t.size == 0 || t.size < c.MinSize
	case t.kind == ofPoints:
		return t.size < fewPoints
	}
	return false
}

// MinOnDevice is the minimum number of points, or of elements, for a device.
func (c *Config) MinOnDevice() int {
	if c.ByTimes {
		return 1
	}
	return c.MinSize
}
