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

// acquire waits for an idle slot, which has to be released.
func (r *Runner) acquire() *slot { return <-r.idle }

func (r *Runner) release(s *slot) { r.idle <- s }

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

// kernelNames are the names of a group's kernels.
func kernelNames(g *plan.Group) []string {
	names := []string{
		"coarse_count", "coarse_scan", "coarse_scatter", "fine_count", "fine_scan", "fine_scatter",
		"accumulate", "fixup", "fixup_groups", "fixup_long", "reduce_lines", "reduce_bits",
		"precompute",
	}
	if plan.HasBatchAffine(g) {
		names = append(names, "batch_affine_starts", "batch_affine_pairs", "batch_affine_add")
	}
	return names
}

// Ready loads the kernels of a group.
func (r *Runner) Ready(g *plan.Group) error {
	_, err := r.functionsOf(g)
	return err
}

// functionsOf returns the kernels of a group, which are loaded at their first use.
func (r *Runner) functionsOf(g *plan.Group) (device.Functions, error) {
	return r.device.Load(device.KernelSet{
		Prefix: g.KernelPrefix(), Images: g.Kernels, Names: kernelNames(g), Prepare: r.allowShared,
	})
}

// allowShared lets the scatters ask for all shared memory that a block can have.
func (r *Runner) allowShared(t *driver.Thread, k device.Functions) error {
	bytes := plan.ScatterShared(r.device.Context.Info().SharedBytes)
	for _, name := range []string{"coarse_scatter", "fine_scatter"} {
		if err := t.AllowShared(k[name], bytes); err != nil {
			return err
		}
	}
	return nil
}

// msm is an MSM in a slot, or several MSMs over the same bases.
type msm struct {
	group     *plan.Group
	functions device.Functions
	plan      *plan.Plan
	slot      *slot

	bases   *Bases
	first   int // index of the first base
	scalars scalars

	upload *staging.Transfer // nil if nothing is sent
	item   *device.Item      // in which the results leave with others; or nil
	bytes  []byte            // of the results, in the end
	report Report
}

// sends reports whether anything is copied to the device.
func (m *msm) sends() bool { return m.bases.onHost || m.scalars.location == plan.OnHost }

// at is the address of a buffer of the layout.
func (m *msm) at(offset uint64) driver.Ptr { return m.slot.arena + driver.Ptr(offset) }
