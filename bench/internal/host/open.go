package host

import (
	"errors"
	"flag"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/rs/zerolog"
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

// Flags declares the flag that chooses the backend.
func (b *Backend) Flags(f *flag.FlagSet) {
	f.Var(b, "backend",
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
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

// With opens an engine, and closes it when f is done with it.
func With(backend Backend, f func(*accel.Engine) error, options ...accel.Option) (err error) {
	engine, err := Open(backend, options...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	return f(engine)
}

// Quiet is the option of an engine that logs nothing.
func Quiet() accel.Option { return accel.WithLogger(zerolog.Nop()) }
