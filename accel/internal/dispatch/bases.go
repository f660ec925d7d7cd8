package dispatch

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Bases is a vector of points kept on the device, or, where that was not possible, nothing but its lifetime.
type Bases struct {
	dispatcher *Dispatcher
	group      *cuda.Group
	points     int

	// using is read-locked by every use, so that Close waits for them.
	using    sync.RWMutex
	closed   atomic.Bool
	resident Resident // nil if the bases are not on the device
	absent   reason   // why resident is nil
}

// Load copies points to the device. In the default mode it fails for a closed dispatcher only: bases that cannot be
// loaded are bases that the CPU computes with. Bases that are too small for any MSM on the device are not loaded.
func (d *Dispatcher) Load(g *cuda.Group, points []byte) (*Bases, error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return nil, ErrClosed
	}
	b := &Bases{dispatcher: d, group: g, points: len(points) / g.PointBytes()}
	t := newTask("load", g, b.points)
	if why, ok := d.usable(b.points); !ok {
		b.absent = why
		if why == failure {
			return b.unless(d.strictlyLost(t))
		}
		return b, nil
	}
	resident, err := d.backend.Load(g, points)
	if err != nil {
		b.absent = failure
		return b.unless(d.fail(t, "bases not loaded, computed on the CPU", err))
	}
	b.resident = resident
	d.remember(b)
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
	return b.resident != nil && !b.closed.Load() && b.dispatcher.lost.Load() == nil
}

// MultiExp computes an MSM over the bases from the given index on. If done is false and err is nil, the CPU has to
// compute it.
func (b *Bases) MultiExp(from int, scalars []byte, accept Accept) (done bool, err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed.Load() {
		return false, ErrClosed
	}
	t := newMSM(b.group, scalars)
	if b.resident == nil {
		return false, b.dispatcher.skip(t, b.absent)
	}
	device := func() (*cuda.Result, error) { return b.resident.MultiExp(from, scalars) }
	return b.dispatcher.run(t, device, accept)
}

// Close waits for the MSMs that use the bases and frees their memory on the device. Only the first Close does anything.
func (b *Bases) Close() error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed.Swap(true) || b.resident == nil {
		return nil
	}
	b.dispatcher.forget(b)
	err := b.resident.Close()
	if lost := b.dispatcher.lost.Load() != nil; err != nil && !lost {
		return b.dispatcher.fail(newTask("release", b.group, b.points), "bases not released", err)
	}
	return nil
}

// allBases returns the bases that are on the device.
func (d *Dispatcher) allBases() []*Bases {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.bases))
}

func (d *Dispatcher) remember(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bases[b] = struct{}{}
}

func (d *Dispatcher) forget(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.bases, b)
}
