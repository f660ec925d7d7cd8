// Package device holds an open device: its context, memory, kernel modules, streams and workers.
package device

import (
	"errors"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
)

// Device is an open device. It is safe for concurrent use.
type Device struct {
	// Planner assigns the memory to its uses.
	plan.Planner

	Context *driver.Context
	Modules Modules
	Streams Streams
	Workers staging.Workers // of all rings of the device

	onPressure []func(most uint64) error

	// dry is the memory, in bytes, that a dry device has given out: the next address.
	dry atomic.Uint64
}

// Open opens device number index. A limit other than 0 bounds the memory in use, in bytes.
func Open(l *driver.Library, index int, limit uint64) (*Device, error) {
	c, err := l.OpenContext(index)
	if err != nil {
		return nil, err
	}
	d := &Device{Context: c}
	d.Multiprocessors, d.Tuning = c.Info().Multiprocessors, plan.TuningOf(c.Info())
	err = c.Do(func(t *driver.Thread) error {
		free, total, err := t.MemInfo()
		d.Memory.Limit = usableMemory(free, total, limit)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return d, nil
}

// NewDry returns a device that only counts memory, up to a limit in bytes. Plans are made for an
// H100; those for other devices differ by little.
func NewDry(limit uint64) *Device {
	card := plan.Cards[0]
	d := &Device{Context: driver.NewDryContext(driver.DeviceInfo{
		Multiprocessors: card.Multiprocessors, SharedBytes: card.SharedKiB << 10,
	})}
	d.Multiprocessors = d.Context.Info().Multiprocessors
	d.Memory.Limit = limit
	return d
}

// Dry reports whether the device only counts memory. Then there are no points, elements or kernels.
func (d *Device) Dry() bool { return d.Context.Dry() }

// usableMemory is the free memory less a reserve for the driver and other programs. It is at most
// the limit, unless that is 0.
func usableMemory(free, total, limit uint64) uint64 {
	usable := free - min(free, min(256<<20, total/16))
	if limit != 0 {
		usable = min(usable, limit)
	}
	return usable
}

// OnPressure registers a function that frees scratch memory beyond `most` bytes a slot. Alloc calls
// it if memory is short. All functions are registered before the first allocation.
func (d *Device) OnPressure(f func(most uint64) error) { d.onPressure = append(d.onPressure, f) }

// relieve frees scratch memory beyond `most` bytes a slot.
func (d *Device) relieve(most uint64) error {
	var failures []error
	for _, f := range d.onPressure {
		failures = append(failures, f(most))
	}
	return errors.Join(failures...)
}

// Alloc takes device memory for bases or vectors. If need be, it waits for the slots and takes
// theirs. The error wraps [driver.ErrOutOfMemory] if the memory does not suffice.
func (d *Device) Alloc(p plan.Purpose, bytes uint64) (driver.Ptr, error) {
	if err := d.Memory.Take(p, bytes); err != nil {
		return 0, err
	}
	if d.Memory.Crowded() {
		if err := d.relieve(d.Memory.SlotShare()); err != nil {
			d.Memory.Give(p, bytes)
			return 0, err
		}
	}
	at, err := d.AllocNow(bytes)
	if driver.OutOfMemory(err) {
		if err := d.relieve(0); err != nil {
			d.Memory.Give(p, bytes)
			return 0, err
		}
		at, err = d.AllocNow(bytes)
	}
	if err != nil {
		d.Memory.Give(p, bytes)
	}
	return at, err
}

// AllocNow allocates device memory outside the account.
func (d *Device) AllocNow(bytes uint64) (at driver.Ptr, err error) {
	if d.Dry() { // addresses tell vectors apart, and which of them are neighbours
		return driver.Ptr(1 + d.dry.Add(bytes) - bytes), nil
	}
	err = d.Context.Do(func(t *driver.Thread) error {
		at, err = t.Alloc(bytes)
		return err
	})
	return at, err
}

// Free frees memory that Alloc took.
func (d *Device) Free(p plan.Purpose, at driver.Ptr, bytes uint64) error {
	err := d.Context.Do(func(t *driver.Thread) error { return t.Free(at) })
	d.Memory.Give(p, bytes)
	return err
}

// Close frees the rest and leaves the context. Nothing may run on the device any more.
func (d *Device) Close() error {
	d.Workers.Close()
	return errors.Join(d.Modules.close(d.Context), d.Context.Close())
}
