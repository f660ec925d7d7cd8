package msm

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Bases is a vector of points on a device, with precomputed multiples if the memory allowed. It is
// safe for concurrent use.
type Bases struct {
	runner *Runner
	group  *plan.Group
	count  int
	shape  plan.Shape

	points []byte // of the host

	using  sync.RWMutex // held for reading by every MSM
	table  driver.Ptr   // [shape.Factor][count] affine points
	bytes  uint64
	closed bool
	failed error // of the last Reload
}

// Load copies points, affine and in Montgomery form, to the device, with precomputed multiples.
//
// Bases keep the points for [Bases.Reload]. They must not change before Close.
//
// The last headroom bytes of the memory for bases get no multiples: they are for later bases. Load
// fails with [driver.ErrOutOfMemory] if the points alone do not fit.
func (r *Runner) Load(g *plan.Group, points []byte, headroom uint64) (*Bases, error) {
	return r.LoadMade(g, points, 0, headroom)
}

// LoadMade is [Runner.Load] of points that the device has already at an address, unless that is 0.
// They are copied on the device.
func (r *Runner) LoadMade(
	g *plan.Group, points []byte, made driver.Ptr, headroom uint64,
) (*Bases, error) {
	if err := whole(points, g.PointBytes()); err != nil {
		return nil, err
	}
	b, err := r.Place(g, len(points)/g.PointBytes(), headroom)
	if err != nil || b.count == 0 {
		return b, err
	}
	b.points = points
	if err := b.fill(made); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Place is [Runner.Load] of n points that are missing: it plans the shape and takes the memory.
func (r *Runner) Place(g *plan.Group, n int, headroom uint64) (b *Bases, err error) {
	b = &Bases{runner: r, group: g, count: n}
	if n == 0 {
		return b, nil
	}
	take := func(bytes uint64) (err error) {
		b.bytes = bytes
		b.table, err = r.device.Alloc(plan.ForBases, bytes)
		return err
	}
	b.shape, err = r.device.PlaceBases(g, n, r.Window, r.Factor, headroom, take)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Len returns the number of bases.
func (b *Bases) Len() int { return b.count }

// MultiExp computes the sum of n scalars over n bases, from an index on. The scalars are whole ones
// in Montgomery form. It fails with [driver.ErrClosed] after Close.
func (b *Bases) MultiExp(from int, scalars []byte) (*Result, error) {
	return single(b.MultiExpBatch(from, [][]byte{scalars}))
}

// MultiExpBatch computes a sum for each vector of scalars, as [Bases.MultiExp] would. It makes as
// few passes as the memory allows. The vectors may differ in length.
func (b *Bases) MultiExpBatch(from int, vectors [][]byte) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if err := b.unusable(); err != nil {
		return nil, err
	}
	size := b.group.ScalarBytes()
	for _, v := range vectors {
		if from < 0 || from+len(v)/size > b.count || len(v)%size != 0 {
			return nil, fmt.Errorf("scalars of %d bytes from base %d on do not fit %d bases",
				len(v), from, b.count)
		}
	}
	if len(vectors) == 0 {
		return nil, nil
	}
	return b.batch(from, vectors)
}

// batch computes all sums in one pass, or else in two halves.
func (b *Bases) batch(from int, vectors [][]byte) ([]*Result, error) {
	results, err := b.runner.execute(b.sum(from, hostScalars(vectors, b.group.ScalarBytes())))
	if half := len(vectors) / 2; half > 0 && driver.OutOfMemory(err) {
		first, err := b.batch(from, vectors[:half])
		if err != nil {
			return nil, err
		}
		second, err := b.batch(from, vectors[half:])
		return append(first, second...), err
	}
	return results, err
}

// MultiExpScalars computes a sum for each vector of scalars on the device. Each is over the bases
// from an index on.
//
// The scalars do not leave the device, and nothing waits for them on the host. Vectors of one
// length that lie one behind the other in memory go through the device together, as far as the
// memory allows. MultiExpScalars returns when the sums are there. It refuses elements of a field
// other than the scalars', and fails with [driver.ErrClosed] after a Close of the bases.
func (b *Bases) MultiExpScalars(from int, s *device.Scalars) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if err := b.unusable(); err != nil {
		return nil, err
	}
	if n := s.Len(); from < 0 || from+n > b.count {
		return nil, fmt.Errorf("%d elements from base %d on do not fit %d bases", n, from, b.count)
	}
	if err := s.Check(b.runner.device, b.group.KernelPrefix()); err != nil {
		return nil, err
	}
	var results []*Result
	for run := range runs(s, b.group.ScalarBytes()) {
		some, err := b.run(from, run)
		if err != nil {
			return nil, err
		}
		results = append(results, some...)
	}
	return results, nil
}

// run computes all sums in one pass, or else in two halves.
func (b *Bases) run(from int, s scalars) ([]*Result, error) {
	results, err := b.runner.execute(b.sum(from, s))
	if s.count < 2 || !driver.OutOfMemory(err) {
		return results, err
	}
	first, second := s.halves()
	some, err := b.run(from, first)
	if err != nil {
		return nil, err
	}
	others, err := b.run(from, second)
	return append(some, others...), err
}

// Shape returns how sums over the bases are cut into windows, and the multiples of each base.
func (b *Bases) Shape() plan.Shape { return b.shape }

// Bytes returns the device memory that the bases take with their multiples.
func (b *Bases) Bytes() uint64 { return b.bytes }

// Plan plans MSMs of several vectors of n scalars at once. Where the memory does not suffice for
// all of them, it plans half as many.
func (b *Bases) Plan(n, vectors int, where plan.Location) (*plan.Plan, error) {
	s := scalars{location: where, count: vectors, length: n, size: b.group.ScalarBytes()}
	p, err := b.runner.plan(b.sum(0, s))
	if vectors > 1 && driver.OutOfMemory(err) {
		return b.Plan(n, vectors/2, where)
	}
	return p, err
}

// Warm allocates scratch memory for later MSMs, so that the first one does not pay for it.
//
// They are MSMs of several vectors of n scalars at once. If the memory does not suffice for all of
// them at once, Warm does nothing.
func (b *Bases) Warm(n, vectors int, where plan.Location) error {
	b.using.RLock()
	defer b.using.RUnlock()
	switch {
	case b.unusable() != nil:
		return b.unusable()
	case n < 0 || n > b.count || vectors < 0:
		return fmt.Errorf("%d vectors of %d scalars for %d bases", vectors, n, b.count)
	case n == 0 || vectors == 0:
		return nil
	}
	s := scalars{
		ctx: context.Background(), location: where, count: vectors, length: n,
		size: b.group.ScalarBytes(),
	}
	for range plan.Slots { // idle slots are taken in turn
		if err := b.runner.warm(b.sum(0, s)); err != nil && !driver.OutOfMemory(err) {
			return err
		}
	}
	return nil
}

// Rehearse makes the room that MSMs of several vectors of n scalars take when they run. It is for
// dry runs.
func (b *Bases) Rehearse(n, vectors int, where plan.Location) error {
	s := scalars{location: where, count: vectors, length: n, size: b.group.ScalarBytes()}
	err := b.runner.rehearse(b.sum(0, s))
	if half := vectors / 2; half > 0 && driver.OutOfMemory(err) {
		return errors.Join(b.Rehearse(n, half, where), b.Rehearse(n, vectors-half, where))
	}
	return err
}

// unusable returns why no MSM can use the bases, or nil.
func (b *Bases) unusable() error {
	if b.closed {
		return driver.ErrClosed
	}
	return b.failed
}

// sum is an MSM over the bases from an index on.
func (b *Bases) sum(from int, s scalars) *sum {
	return &sum{
		group: b.group, shape: b.shapeFor, scalars: s,
		table: b.table, first: from, stride: b.count,
	}
}

// shapeFor adapts the shape to n points and to the memory, as far as the multiples allow.
func (b *Bases) shapeFor(n int, memory uint64) (plan.Shape, error) {
	r := b.runner
	return r.device.Scratch(b.group, n, r.Window, false).Over(b.shape, memory)
}

// Unaffected reports whether bases get as many multiples while memory is taken as once it is given
// back, a number of bytes.
func (r *Runner) Unaffected(g *plan.Group, n int, headroom, taken uint64) bool {
	return r.device.Unaffected(g, n, r.Window, r.Factor, headroom, taken)
}

// Close waits for the MSMs that use the bases and frees their memory. A second Close does nothing.
func (b *Bases) Close() error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	if b.table == 0 {
		return nil
	}
	return b.runner.device.Free(plan.ForBases, b.table, b.bytes)
}
