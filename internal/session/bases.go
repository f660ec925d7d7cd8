package session

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Bases is a vector of points kept on the device, or one that does not fit there and is sent along with each MSM, or,
// where neither was possible, nothing but its lifetime.
type Bases struct {
	engine *Engine
	group  *cuda.Group
	points int

	// using is read-locked by every use, so that Close waits for them.
	using    sync.RWMutex
	closed   atomic.Bool
	resident Resident // nil if the device is not used for the bases
	absent   reason   // why resident is nil
	streams  bool     // resident is streamed
}

// Load copies points to the device. Points that do not fit the device's memory stay where they are, and must not change
// before Close: each MSM sends those that it needs. Whether they fit is decided once, here. Multiples of the points are not
// kept in the last spare bytes of the device's memory for bases: those are for vectors loaded later.
//
// In the default mode Load fails for a closed engine only: bases that the device has no use for are bases that the
// CPU computes with. Bases that are too small for any MSM on the device are not loaded.
func (d *Engine) Load(g *cuda.Group, points []byte, spare uint64) (*Bases, error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return nil, ErrClosed
	}
	b := &Bases{engine: d, group: g, points: len(points) / g.PointBytes()}
	t := newTask("load", g, b.points)
	if why, ok := d.usable(b.points); !ok {
		b.absent = why
		if why == failure {
			return b.unless(d.strictlyLost(t))
		}
		return b, nil
	}
	resident, err := d.backend.Load(g, points, spare)
	if tooLarge(err) {
		resident, err = d.stream(t, g, points, err)
		b.streams = err == nil
	}
	if err != nil {
		b.absent = failure
		return b.unless(d.fail(t, basesNotLoaded, err))
	}
	b.resident = resident
	if !b.streams {
		d.remember(b)
	}
	return b, nil
}

// unless returns b, or err if there is one.
func (b *Bases) unless(err error) (*Bases, error) {
	if err != nil {
		return nil, err
	}
	return b, nil
}

// OnDevice says whether MSMs over the bases go to the device if they are large enough.
func (b *Bases) OnDevice() bool {
	return b.resident != nil && !b.closed.Load() && b.engine.Unavailable() == nil
}

// Expect has the device make room, ahead of time, for MSMs of so many vectors of n scalars at once; there says that these will be on
// the device. It is counted nowhere, and a failure does no harm but to a strict caller.
func (b *Bases) Expect(n, vectors int, there bool) error {
	d := b.engine
	b.using.RLock()
	defer b.using.RUnlock()
	d.running.RLock()
	defer d.running.RUnlock()
	if b.closed.Load() {
		return ErrClosed
	}
	if err := CheckRange(b.points, 0, n); err != nil {
		return err
	}
	t := newTask("MSM", b.group, n)
	t.many = vectors
	if ok, err := d.ready(t); !ok || b.resident == nil {
		return err
	}
	where := cuda.OnHost
	if there {
		where = cuda.OnDevice
	}
	if err := b.resident.Expect(n, vectors, where); err != nil {
		return d.fail(t, notExpected, err)
	}
	return nil
}

// MultiExp computes an MSM for each vector of scalars, over the bases from the given index on, each accepted by itself. If
// done is false and err is nil, the CPU has to compute all of them.
func (b *Bases) MultiExp(from int, vectors [][]byte, accept []Accept) (done bool, err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed.Load() {
		return false, ErrClosed
	}
	for _, scalars := range vectors {
		if err := CheckRange(b.points, from, len(scalars)/b.group.ScalarBytes()); err != nil {
			return false, err
		}
	}
	t := newMSMs(b.group, vectors...)
	if b.resident == nil {
		return false, b.engine.skip(t, b.absent)
	}
	device := func() ([]*cuda.Result, error) { return b.resident.MultiExpBatch(from, vectors) }
	done, err = b.engine.run(t, device, accept)
	if done && b.streams {
		b.engine.counters.streamedMSMs.Add(uint64(len(vectors)))
	}
	return done, err
}

// Close waits for the MSMs that use the bases and frees their memory on the device. Only the first Close does anything.
func (b *Bases) Close() error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed.Swap(true) || b.resident == nil {
		return nil
	}
	b.engine.forget(b)
	err := b.resident.Close()
	if lost := b.engine.lost.Load() != nil; err != nil && !lost {
		return b.engine.fail(newTask("release", b.group, b.points), "bases not released", err)
	}
	return nil
}

// allBases returns the bases that take memory of the device.
func (d *Engine) allBases() []*Bases {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.bases))
}

func (d *Engine) remember(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bases[b] = struct{}{}
}

func (d *Engine) forget(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.bases, b)
}
