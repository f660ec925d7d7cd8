package proving

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Backend is where to compute.
type Backend string

// Backends.
const (
	Auto Backend = "auto" // on a device if there is one
	CUDA Backend = "cuda" // on a device
	CPU  Backend = "cpu"
)

// String implements flag.Value.
func (b *Backend) String() string { return string(*b) }

// Set implements flag.Value.
func (b *Backend) Set(name string) error {
	switch Backend(name) {
	case Auto, CUDA, CPU:
		*b = Backend(name)
		return nil
	}
	return fmt.Errorf("unknown backend %q: there are auto, cuda, cpu", name)
}

// EngineOptions limit an engine's memory, devices and points for the device. 0 is the usual choice
// of each. Devices are the first ones.
func EngineOptions(limit uint64, devices, minSize int) []accel.Option {
	indices := make([]int, devices)
	for i := range indices {
		indices[i] = i
	}
	all := []accel.Option{accel.WithMemoryLimit(limit), accel.WithDevices(indices...)}
	if minSize > 0 {
		all = append(all, accel.WithMinSize(minSize))
	}
	return all
}
