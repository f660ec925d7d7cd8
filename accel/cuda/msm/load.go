package msm

import (
	"cmp"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Load makes resident bases of n points, affine and in Montgomery form, with precomputed multiples.
// In a dry run there is only their number. The device may have the points already, at an address
// other than 0: they are copied there.
//
// Load returns once the points are there. Their multiples come later, and sums wait for them.
//
// Bases keep the points for [Bases.Reload]. They must not change before Close.
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
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// HostBases makes host bases of n points. In a dry run there is only their number. They take no
// memory of the device between MSMs, unless it is reserved.
func (r *Runner) HostBases(g *plan.Group, n int, points []byte) *Bases {
	return &Bases{runner: r, group: g, count: n, points: points, onHost: true}
}

// shapeFor returns the shape of a sum of n scalars within a slot's memory. That of resident bases
// is adapted as far as their multiples allow.
func (b *Bases) shapeFor(n int, memory uint64) (plan.Shape, error) {
	d := b.runner.device
	scratch := d.Scratch(b.group, n, b.onHost)
	if !b.onHost {
		return scratch.Over(b.shape, memory)
	}
	shape, err := scratch.Within(memory)
	if driver.OutOfMemory(err) {
		err = cmp.Or(d.ReserveFor(b.group, n), err) // in terms of the limit, not of a slot's share
	}
	return shape, err
}
