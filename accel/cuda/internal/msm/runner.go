// Package msm runs multi-scalar multiplications on a device, one at a time or in batches.
//
// An MSM is planned, waits for one of the device's slots, and goes through the pipeline of
// kernels/msm: bucket sort, accumulation, reduction. Points, scalars and results are in
// gnark-crypto's memory layout: little-endian 64-bit limbs in Montgomery form.
package msm

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// Runner runs the MSMs of a device, on [plan.Slots] slots. It is safe for concurrent use.
type Runner struct {
	device *device.Device
	// idle holds the slots that no MSM uses. It has all of them if nothing runs.
	idle      chan *slot
	shrinking sync.Mutex

	filling   sync.Mutex    // guards the stream
	multiples driver.Stream // computes the multiples of all bases; 0 before the first
}

// NewRunner returns the runner of a device.
func NewRunner(d *device.Device) *Runner {
	r := &Runner{device: d, idle: make(chan *slot, plan.Slots)}
	for i := range plan.Slots {
		r.idle <- &slot{device: d, index: i, ring: staging.NewRing(&d.Workers, 0)}
	}
	d.Relieve = r.shrink
	return r
}

// shrink frees the scratch memory of slots above maxBytes, each once it is idle.
func (r *Runner) shrink(maxBytes uint64) (err error) {
	r.shrinking.Lock() // two that hold a slot each would wait for one another
	defer r.shrinking.Unlock()
	var slots [plan.Slots]*slot
	for i := range slots {
		slots[i] = r.acquire()
		if slots[i].arenaBytes > maxBytes {
			err = errors.Join(err, slots[i].freeArena())
		}
		r.device.Memory.SetSlot(slots[i].index, slots[i].arenaBytes)
	}
	for _, s := range slots {
		r.release(s)
	}
	return err
}

// Settle waits for the multiples of all bases.
func (r *Runner) Settle() error {
	r.filling.Lock()
	stream := r.multiples
	r.filling.Unlock()
	if stream == 0 {
		return nil
	}
	return r.device.Context.Do(func(t *driver.Thread) error { return t.Synchronize(stream) })
}

// Close waits for the MSMs that run and frees the slots.
func (r *Runner) Close() (err error) {
	err = r.Settle()
	for range plan.Slots {
		err = errors.Join(err, r.acquire().close())
	}
	return errors.Join(err, r.device.Context.Do(func(t *driver.Thread) error {
		return t.DestroyStream(r.multiples)
	}))
}
