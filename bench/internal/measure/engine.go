package measure

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// Open opens an engine. One with a device is strict: a measurement must not go on elsewhere in
// silence. With [proving.Auto] the engine's Unavailable tells why it has no device.
func Open(backend proving.Backend, options ...accel.Option) (*accel.Engine, error) {
	how := accel.WithStrict()
	if backend == proving.CPU {
		how = accel.WithoutDevice()
	}
	engine, err := accel.Open(append(slices.Clip(options), how)...)
	if err != nil && backend == proving.Auto && !errors.Is(err, accel.ErrInvalidOption) {
		return Open(proving.CPU, options...)
	}
	return engine, err
}

// With opens an engine, and closes it when f is done with it.
func With(
	backend proving.Backend, f func(*accel.Engine) error, options ...accel.Option,
) (err error) {
	engine, err := Open(backend, options...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	return f(engine)
}

// MachineOf describes the machine with a backend, for measurements that open engines later.
func MachineOf(backend proving.Backend) (m results.Machine, err error) {
	err = With(backend, func(e *accel.Engine) error { m = Machine(e); return nil })
	return m, err
}
