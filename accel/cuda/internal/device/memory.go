package device

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// GivingUp calls take until it does not run out of memory. Before each further call one of the
// steps gives memory up, in their order. docs/memory.md lists the steps of all callers.
func GivingUp(take func() error, steps ...func() error) error {
	err := take()
	for _, giveUp := range steps {
		if !driver.OutOfMemory(err) {
			return err
		}
		if err := giveUp(); err != nil {
			return err
		}
		err = take()
	}
	return err
}

// Alloc takes device memory for bases or vectors. Where it is short the steps give memory up. The
// error wraps [driver.ErrOutOfMemory] if the memory does not suffice.
func (d *Device) Alloc(
	p plan.Purpose, bytes uint64, steps ...func() error,
) (at driver.Ptr, err error) {
	err = GivingUp(func() error {
		at, err = d.alloc(p, bytes)
		return err
	}, steps...)
	return at, err
}

// alloc waits for the slots and takes their memory, if need be.
func (d *Device) alloc(p plan.Purpose, bytes uint64) (at driver.Ptr, err error) {
	if err := d.Memory.Take(p, bytes); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			d.Memory.Give(p, bytes)
		}
	}()
	if d.Memory.Now().Crowded() {
		if err := d.Relieve(d.Memory.Now().SlotShare()); err != nil {
			return 0, err
		}
	}
	err = GivingUp(func() error {
		at, err = d.AllocNow(bytes)
		return err
	}, func() error { return d.Relieve(0) })
	return at, err
}

// AllocNow allocates device memory without an entry in the device's account.
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
