package host

import (
	"errors"
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

// ErrBackend: the name of a backend is wrong.
var ErrBackend = errors.New("unknown backend")

// ParseBackend accepts the name of a backend.
func ParseBackend(name string) (Backend, error) {
	switch b := Backend(name); b {
	case Auto, CUDA, CPU:
		return b, nil
	}
	return "", fmt.Errorf("%w %q: there are auto, cuda, cpu", ErrBackend, name)
}

// FirstDevices has an engine take the first n devices; all of them for 0.
func FirstDevices(n int) accel.Option {
	indices := make([]int, n)
	for i := range indices {
		indices[i] = i
	}
	return accel.WithDevices(indices...)
}

// Several returns the number of an engine's devices where there are several, and 0 otherwise.
func Several(engine *accel.Engine) int {
	if n := len(engine.Devices()); n > 1 {
		return n
	}
	return 0
}

// Open opens an engine. One with a device is strict: a measurement must not go on elsewhere in
// silence. With [Auto] the engine's Unavailable tells why it has no device.
func Open(backend Backend, options ...accel.Option) (*accel.Engine, error) {
	onCPU := append(options[:len(options):len(options)], accel.WithoutDevice())
	if backend == CPU {
		return accel.Open(onCPU...)
	}
	engine, err := accel.Open(append(options[:len(options):len(options)], accel.WithStrict())...)
	if err != nil && backend == Auto && !errors.Is(err, accel.ErrInvalidOption) {
		return accel.Open(onCPU...)
	}
	return engine, err
}
