package group

import (
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Device is a device of a set. It costs nothing before work reaches it.
type Device struct {
	Info cuda.DeviceInfo
	open func() *engine.Engine

	opening sync.Mutex // guards the opening, and the closing beside it
	closed  bool
	engine  atomic.Pointer[engine.Engine] // nil before the opening

	queued atomic.Int64 // points or elements of the tasks under way
	held   atomic.Int64 // points of the copies, and of shares, that are there
}

// Engine returns the engine of the device, which it opens at the first call. Where that fails the
// engine is one without a device.
func (d *Device) Engine() *engine.Engine {
	if e := d.engine.Load(); e != nil {
		return e
	}
	d.opening.Lock()
	defer d.opening.Unlock()
	if e := d.engine.Load(); e != nil {
		return e
	}
	e := new(engine.Engine)
	if d.closed {
		_ = e.Close() // its uses fail
	} else {
		e = d.open()
	}
	d.engine.Store(e)
	return e
}

// Opened returns the engine if work has reached the device, and nil otherwise.
func (d *Device) Opened() *engine.Engine { return d.engine.Load() }

// Usable says whether the device works, as far as that is known.
func (d *Device) Usable() bool {
	e := d.Opened()
	return e == nil || e.Unavailable() == nil
}

// room is the memory, in bytes, that bases may take; an estimate for a device that is not open.
func (d *Device) room() uint64 {
	if e := d.Opened(); e != nil {
		return e.Available()
	}
	return d.Info.TotalMemory
}

// hold counts points that are there, or fewer of them. The CPU has no device.
func (d *Device) hold(points int) {
	if d != nil {
		d.held.Add(int64(points))
	}
}

// close closes the device, which is not opened any more.
func (d *Device) close() error {
	d.opening.Lock()
	d.closed = true
	d.opening.Unlock()
	if e := d.Opened(); e != nil {
		return e.Close()
	}
	return nil
}
