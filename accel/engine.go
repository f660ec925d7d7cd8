package accel

import "github.com/gnark-accel/gnark-accel/internal/engine/group"

// Engine computes MSMs, and with vectors of scalars, on its devices or the CPU. The package
// documentation says where. It is safe for concurrent use. Its methods here open, describe and
// close it; packages of the curves, and of the provers, take it as an argument.
//
// Packages of this module convert it to the internal type that it is defined by; no other can.
type Engine group.Set

// Open opens an engine of all devices, or of those that [WithDevices] lists. The first one is
// opened now, and each of the others when work first reaches it.
//
// Unless [WithStrict] is given Open fails for a wrong option only: when no device can be used, the
// engine computes on the CPU, one line is logged, and [Engine.Unavailable] says why.
func Open(opts ...Option) (*Engine, error) {
	c, err := group.ConfigOf(opts)
	if err != nil {
		return nil, err
	}
	s, err := group.Open(c)
	return (*Engine)(s), err
}

// Default returns the engine of the process. It is opened without options at the first call, and is
// the one that packages use where no engine is given. It never fails; without a usable device it
// computes on the CPU. Closing it closes it for the whole process.
func Default() *Engine { return (*Engine)(group.Default()) }

// Close waits for the MSMs under way, frees the devices' memory, and closes the devices. Resident
// bases are freed, too. MSMs asked for afterwards return [ErrClosed]. Only the first Close does
// anything.
func (e *Engine) Close() error { return e.inner().Close() }

// Devices describes the devices that the engine may use. It is empty when the engine computes on
// the CPU.
func (e *Engine) Devices() (all []DeviceInfo) {
	for _, info := range e.inner().Devices() {
		all = append(all, DeviceInfo(info))
	}
	return all
}

// Unavailable returns nil while a device may be used, and otherwise why not. It wraps one of the
// errors of this package.
func (e *Engine) Unavailable() error { return e.inner().Unavailable() }

// inner returns the engine by its internal type. Nil is one that was not opened.
func (e *Engine) inner() *group.Set {
	if e == nil {
		return new(group.Set)
	}
	return (*group.Set)(e)
}
