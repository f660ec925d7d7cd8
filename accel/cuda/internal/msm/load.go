package msm

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Load makes resident bases of n points, affine and in Montgomery form, with precomputed multiples.
// In a dry run there is only their number. The device may have the points already, at an address
// other than 0: they are copied there.
//
// Load returns once the points are there. Their multiples come after [Runner.Multiply]: MSMs do
// without them until then, unless their slot has too little memory for that.
//
// Bases keep the points for [Runner.Reload]. They must not change before Free.
//
// The last headroom bytes of the memory for bases get no multiples: they are for later bases. Load
// fails with [driver.ErrOutOfMemory] if the points alone do not fit.
func (r *Runner) Load(
	g *plan.Group, n int, points []byte, at driver.Ptr, headroom uint64,
) (b *Bases, err error) {
	b = &Bases{runner: r, group: g, count: n, points: points}
	if n == 0 {
		return b, nil
	}
	take := func(bytes uint64) (err error) {
		b.bytes = bytes
		b.table, err = r.device.Alloc(plan.ForBases, bytes)
		return err
	}
	b.shape, err = r.device.PlaceBases(g, n, headroom, take)
	if err != nil || r.device.Dry() {
		return b, err
	}
	if err := b.fill(at); err != nil {
		return nil, errors.Join(err, r.Free(b))
	}
	return b, nil
}

// fill copies the points to the table. The device may have them at an address other than 0.
func (b *Bases) fill(at driver.Ptr) error {
	s := b.runner.acquire()
	defer b.runner.release(s)
	if err := s.prepare(); err != nil {
		return err
	}
	if err := b.fillFrom(s, at); err != nil {
		return errors.Join(b.notLoaded(err), s.sync())
	}
	if b.shape.Factor > 1 {
		later := func() bool { return false }
		b.computed.Store(&later)
	}
	return nil
}

func (b *Bases) notLoaded(err error) error {
	return fmt.Errorf("loading %d points of %s: %w", b.count, b.group.Name, err)
}

// Multiply begins the computation of the bases' multiples, in the background. It does nothing once
// that has begun. MSMs that must not wait for the device are to be queued before.
func (r *Runner) Multiply(b *Bases) error {
	b.using.RLock()
	defer b.using.RUnlock()
	if err := b.unusable(); err != nil {
		return err
	}
	return b.multiply()
}

func (b *Bases) multiply() error {
	r := b.runner
	if b.shape.Factor <= 1 || r.device.Dry() {
		return nil
	}
	k, err := r.functionsOf(b.group)
	if err != nil {
		return err
	}
	r.filling.Lock()
	defer r.filling.Unlock()
	if b.multiplying {
		return nil
	}
	if err := b.precompute(k); err != nil {
		return b.notLoaded(err)
	}
	b.multiplying = true
	return nil
}

// Reload makes the table anew from the host's points, between two MSMs. It is for bases whose MSMs
// were wrong. If it fails, so do all later MSMs. Host bases have no table.
func (r *Runner) Reload(b *Bases) error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed || b.table == 0 {
		return nil
	}
	if b.filled != 0 { // the new table takes the place of the old one
		if b.failed = r.device.Context.Wait(b.filled); b.failed != nil {
			return b.failed
		}
	}
	b.multiplying = false
	if b.failed = b.fill(0); b.failed == nil {
		b.failed = b.multiply()
	}
	return b.failed
}

// fillFrom copies the points to the table: from the host, unless the device has them.
func (b *Bases) fillFrom(s *slot, at driver.Ptr) error {
	var err error
	if at != 0 {
		err = s.queue(func(q *driver.Queue) { q.CopyWithin(b.table, at, uint64(len(b.points))) })
	} else {
		parts := []staging.Part{{Device: b.table, Host: b.points}}
		err = s.ring.Upload(s.device.Context, parts, s.compute)
	}
	if err != nil {
		return err
	}
	return s.finish()
}

// precompute queues one multiple after the other, in the background: a first witness is solved
// meanwhile. The caller holds the runner's lock of its stream.
func (b *Bases) precompute(k device.Functions) error {
	packed := placesArgs(b.group.Packed())
	args := precomputeArgs{
		from: b.table, fromPlaces: packed, toPlaces: packed,
		count: uint32(b.count), doublings: uint32(b.shape.Doublings()),
	}
	r := b.runner
	return r.device.Context.Do(func(t *driver.Thread) (err error) {
		if r.multiples == 0 {
			if r.multiples, err = t.NewBackgroundStream(); err != nil {
				return err
			}
		}
		q, grid := t.Queue(r.multiples), driver.Grid{
			X:       plan.CeilDiv(b.count, kernels.PrecomputeThreads*kernels.AffineBatch),
			Threads: kernels.PrecomputeThreads,
		}
		if b.filled == 0 {
			b.filled = q.NewEvent(driver.Waking)
		}
		for range b.shape.Factor - 1 {
			args.to = args.from + driver.Ptr(b.count*b.group.PointBytes())
			driver.Launch(q, k["precompute"], grid, &args)
			args.from = args.to
		}
		q.Record(b.filled)
		if err := q.Err(); err != nil {
			return err
		}
		computed := b.filledYet
		b.computed.Store(&computed)
		return nil
	})
}

// filledYet says whether the table has all multiples. After a failure nobody asks again.
func (b *Bases) filledYet() (yes bool) {
	err := b.runner.device.Context.Do(func(t *driver.Thread) (err error) {
		yes, err = t.Done(b.filled)
		return err
	})
	return yes || err != nil
}

// multiplied says whether MSMs find the multiples of all bases.
func (b *Bases) multiplied() bool {
	computed := b.computed.Load()
	if computed == nil {
		return true
	}
	yes := (*computed)()
	if yes {
		b.computed.CompareAndSwap(computed, nil)
	}
	return yes
}
