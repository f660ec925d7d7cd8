package accel

import (
	"context"
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Engine computes MSMs, and with vectors of scalars, on its devices or on the CPU, as the package
// documentation says. It is safe for concurrent use. Its methods here open, describe and close
// it; packages of the curves, and of the provers, take it as an argument.
//
// Packages of this module convert it to the internal type that it is defined by; no other can.
type Engine devices.Set

// Open opens an engine of all devices, or of those that [WithDevices] lists. The first one is
// opened now, and each of the others when work first reaches it.
//
// Unless [WithStrict] is given Open fails for a wrong option only: when no device can be used, the
// engine computes on the CPU, one line is logged, and [Engine.Unavailable] says why.
func Open(opts ...Option) (*Engine, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	openers, err := openersOf(c)
	if err != nil && c.strict {
		return nil, err
	}
	s := devices.New(openers, err, c.placement, session.Config{
		Strict:      c.strict,
		MinSize:     c.minSize,
		ByTimes:     c.byTimes,
		CheckedSums: c.checkedSums,
		Logger:      c.logger,
	})
	if err := s.Unavailable(); err != nil && c.strict {
		return nil, errors.Join(err, s.Close())
	}
	return (*Engine)(s), nil
}

// openersOf returns the devices, or why there are none.
func openersOf(c *config) (all []devices.Opener, err error) {
	if c.withoutDevice {
		return nil, ErrWithoutDevice
	}
	if !driver.Available { // a constant: without the tag the backend is not linked
		return nil, driver.ErrUnavailable()
	}
	infos, err := cuda.Devices(c.cuda)
	if err != nil {
		return nil, err
	}
	for _, info := range infos {
		all = append(all, devices.Opener{Info: info, Open: func() (session.Backend, error) {
			b, err := cuda.Open(c.cuda, info.Index)
			if err != nil {
				return nil, err
			}
			return backend{b}, nil
		}})
	}
	return all, nil
}

// backend makes a *cuda.Backend a [session.Backend].
type backend struct{ *cuda.Backend }

func (b backend) Load(
	g *cuda.Group, n int, points []byte, made *cuda.Vector, headroom uint64,
) (session.Sums, error) {
	bases, err := b.Backend.Load(g, n, points, made, headroom)
	if err != nil {
		return nil, err
	}
	return bases, nil
}

func (b backend) HostBases(g *cuda.Group, n int, points []byte) session.Sums {
	return b.Backend.HostBases(g, n, points)
}

// Begin returns a workspace, which the context stops, and its Close.
func (b backend) Begin(
	ctx context.Context,
) (w *cuda.Workspace, end func() error, err error) {
	if w, err = b.Workspace(); err != nil {
		return nil, nil, err
	}
	w.Until(ctx)
	return w, w.Close, nil
}

// Default returns the engine of the process. It is opened without options at the first call, and is
// the one that packages use where no engine is given. It never fails; without a usable device it
// computes on the CPU. Closing it closes it for the whole process.
func Default() *Engine { return openDefault() }

var openDefault = sync.OnceValue(func() *Engine {
	e, err := Open()
	if err != nil {
		e, _ = Open(WithoutDevice())
	}
	return e
})

// Close waits for the MSMs under way, frees all memory of the devices, that of resident bases
// included, and closes the devices. MSMs asked for afterwards return [ErrClosed]. Only the first
// Close does anything.
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
func (e *Engine) inner() *devices.Set {
	if e == nil {
		return new(devices.Set)
	}
	return (*devices.Set)(e)
}
