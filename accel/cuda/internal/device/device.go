// Package device holds an open device: its context, memory, kernel modules, streams and workers.
package device

import (
	"errors"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// Device is an open device. It is safe for concurrent use.
type Device struct {
	// Planner assigns the memory to its uses.
	plan.Planner

	Context *driver.Context
	Workers staging.Workers // of all rings of the device
	// Relieve frees scratch memory beyond maxBytes a slot. Alloc calls it if memory is short. Who
	// has slots sets it, before the first allocation.
	Relieve func(maxBytes uint64) error
	// Outbox is nil unless copies are slow, as with confidential computing. Nor has a device one
	// that has little memory.
	Outbox *Outbox

	kernels kernels
	// dry is the memory, in bytes, that a dry device has given out: the next address.
	dry atomic.Uint64
}

// Open opens device number index. A limit other than 0 bounds the memory in use, in bytes.
func Open(l *driver.Library, index int, limit uint64) (*Device, error) {
	c, err := l.OpenContext(index)
	if err != nil {
		return nil, err
	}
	d := &Device{Context: c, Relieve: withoutSlots}
	d.Multiprocessors, d.Tuning = c.Info().Multiprocessors, plan.TuningOf(c.Info())
	err = c.Do(func(t *driver.Thread) error {
		free, total, err := t.MemInfo()
		d.Memory.Limit = usableMemory(free, total, limit)
		if err != nil || d.Memory.Limit < minForOutbox || t.Registers() {
			return err
		}
		d.Memory.Limit -= outboxBytes
		d.Outbox, err = openOutbox(t, c)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return d, nil
}

// NewDry returns a device that only counts memory, up to a limit in bytes. Plans are made for an
// H100. Plans for other devices differ by little.
func NewDry(limit uint64) *Device {
	card := plan.Cards[0]
	d := &Device{Relieve: withoutSlots, Context: driver.NewDryContext(driver.DeviceInfo{
		Multiprocessors: card.Multiprocessors, SharedBytes: card.SharedKiB << 10,
	})}
	d.Multiprocessors = d.Context.Info().Multiprocessors
	d.Memory.Limit = limit
	return d
}

// withoutSlots has no scratch memory to free.
func withoutSlots(uint64) error { return nil }

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

// Close frees the rest and leaves the context. Nothing may run on the device any more.
func (d *Device) Close() error {
	d.Workers.Close()
	var err error
	if d.Outbox != nil {
		err = d.Context.Do(d.Outbox.close)
	}
	return errors.Join(err, d.kernels.unload(d.Context), d.Context.Close())
}
