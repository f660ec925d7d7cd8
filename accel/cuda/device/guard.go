package device

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/checksum"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// ErrDamaged: memory of the device does not hold what was written to it.
var ErrDamaged = errors.New("damaged memory of the device")

// Guard finds damage to what stays in a device's memory.
//
// Whoever leaves something there for later has it watched, with its checksum. The checksum is that
// of the bytes that the host sent. Where the device made the content, it makes it twice, and
// the checksums of both have to agree.
type Guard struct {
	key       *checksum.Key
	functions Kernels[guardFunctions]

	mutex   sync.Mutex // guards the fields below, and is held while a checksum is computed
	stream  driver.Stream
	done    driver.Event
	parts   *driver.Pinned // of a checksum, one for each block
	watched map[*Watch]struct{}
}

// guardFunctions are the loaded kernels of a curve.
type guardFunctions struct{ checksum driver.Function }

// checksumArgs mirrors kernels/guard/checksum.cuh.
type checksumArgs struct {
	from, to            driver.Ptr
	quads               uint64
	seed, point, stride uint64
}

func newGuard() Guard {
	return Guard{key: checksum.NewKey(), watched: map[*Watch]struct{}{}}
}

// Region is a range of the device's memory, a multiple of [checksum.Quad] bytes.
type Region struct {
	At    driver.Ptr
	Bytes uint64
	// Prefix begins the names of the kernels of what is there, a group's or a field's. Kernels
	// are those of the curve.
	Prefix  string
	Kernels driver.Images
}

// Watch has a region's checksum compared now and then.
type Watch struct {
	guard   *Guard
	region  Region
	want    checksum.Sum
	damaged func() error
}

// ChecksumOf returns the checksum that memory with these bytes has.
func (d *Device) ChecksumOf(b []byte) checksum.Sum { return d.Guard.key.Of(b) }

// Checksum returns the checksum of a region, whose content is complete.
func (d *Device) Checksum(r Region) (sum checksum.Sum, err error) {
	if d.Dry() || r.Bytes == 0 {
		return 0, nil
	}
	d.Guard.mutex.Lock()
	defer d.Guard.mutex.Unlock()
	return d.checksum(r)
}

// MadeTwice has make write a whole region twice, over other content each time. It returns the
// region's checksum. The error is [ErrDamaged] if the two differ.
func (d *Device) MadeTwice(r Region, make func() error) (sum checksum.Sum, err error) {
	if d.Dry() || r.Bytes == 0 {
		return 0, make()
	}
	var sums [2]checksum.Sum
	for i := range sums {
		if err := d.blank(r, uint32(i)); err != nil {
			return 0, err
		}
		if err := make(); err != nil {
			return 0, err
		}
		if sums[i], err = d.Checksum(r); err != nil {
			return 0, err
		}
	}
	if sums[0] != sums[1] {
		return 0, fmt.Errorf("%w: %d bytes made twice differ", ErrDamaged, r.Bytes)
	}
	return sums[0], nil
}

// blank sets all words of a region to a value. What is not written then, will be seen to differ.
func (d *Device) blank(r Region, value uint32) error {
	g := &d.Guard
	g.mutex.Lock()
	defer g.mutex.Unlock()
	err := d.Context.Do(func(t *driver.Thread) error {
		if err := d.openGuard(t); err != nil {
			return err
		}
		if err := t.Memset32(r.At, value, r.Bytes/4, g.stream); err != nil {
			return err
		}
		return t.Record(g.done, g.stream)
	})
	return errors.Join(err, d.Context.Wait(g.done))
}

// Watch has [Device.Scrub] compare a region with its checksum from now on. If they differ, Scrub
// calls damaged once and watches the region no more. Nothing watches an empty region: it is nil.
func (d *Device) Watch(r Region, want checksum.Sum, damaged func() error) *Watch {
	if d.Dry() || r.Bytes == 0 {
		return nil
	}
	w := &Watch{guard: &d.Guard, region: r, want: want, damaged: damaged}
	d.Guard.mutex.Lock()
	defer d.Guard.mutex.Unlock()
	d.Guard.watched[w] = struct{}{}
	return w
}

// End ends a watch. When it returns nothing reads the region for it. Nil and ended watches are let
// pass.
func (w *Watch) End() {
	if w == nil {
		return
	}
	w.guard.mutex.Lock()
	defer w.guard.mutex.Unlock()
	delete(w.guard.watched, w)
}

// Watched returns the regions that are watched.
func (d *Device) Watched() (all []Region) {
	d.Guard.mutex.Lock()
	defer d.Guard.mutex.Unlock()
	for w := range d.Guard.watched {
		all = append(all, w.region)
	}
	return all
}

// Scrub compares all regions that are watched with their checksums. It returns the number of
// damaged ones, after their owners have been told. It reads at the speed of the device's memory.
func (d *Device) Scrub() (damaged int, err error) {
	d.Guard.mutex.Lock()
	all := slices.Collect(maps.Keys(d.Guard.watched))
	d.Guard.mutex.Unlock()
	var failures []error
	for _, w := range all {
		whole, err := d.compare(w)
		if err != nil {
			return damaged, errors.Join(append(failures, err)...)
		}
		if !whole {
			damaged++
			failures = append(failures, w.damaged())
		}
	}
	return damaged, errors.Join(failures...)
}

// compare reports whether a region is as it should be, and ends the watch if not.
func (d *Device) compare(w *Watch) (whole bool, err error) {
	d.Guard.mutex.Lock()
	defer d.Guard.mutex.Unlock()
	if _, open := d.Guard.watched[w]; !open {
		return true, nil
	}
	got, err := d.checksum(w.region)
	if err != nil || got == w.want {
		return true, err
	}
	delete(d.Guard.watched, w)
	return false, nil
}

// checksum is [Device.Checksum] for a caller that holds the guard's mutex.
func (d *Device) checksum(r Region) (checksum.Sum, error) {
	g := &d.Guard
	k, err := g.functions.Load(d, Source[guardFunctions]{
		Name: CurveOf(r.Prefix), Prefix: CurveOf(r.Prefix) + "_guard", Images: r.Kernels,
		List: func(k *guardFunctions) []Kernel { return []Kernel{{"checksum", &k.checksum}} },
	})
	if err != nil {
		return 0, err
	}
	rows := plan.CeilDiv(int(r.Bytes), kernels.ChecksumThreads*checksum.Quad)
	blocks := min(rows, d.Multiprocessors*kernels.ChecksumBlocks)
	err = d.Context.Do(func(t *driver.Thread) error {
		if err := d.openGuard(t); err != nil {
			return err
		}
		args := checksumArgs{
			from: r.At, to: g.parts.Ptr(), quads: r.Bytes / checksum.Quad,
			seed: g.key.Seed, point: g.key.Point, stride: g.key.Power(blocks),
		}
		err := Launch(t, k.checksum, blocks, kernels.ChecksumThreads, g.stream, &args)
		if err != nil {
			return err
		}
		return t.Record(g.done, g.stream)
	})
	if err != nil {
		return 0, err
	}
	if err := d.Context.Wait(g.done); err != nil {
		return 0, err
	}
	return checksum.Collect(driver.View[uint64](g.parts.Bytes())[:blocks]), nil
}

// openGuard makes the stream, the event and the buffer of the guard, as far as they lack.
func (d *Device) openGuard(t *driver.Thread) (err error) {
	g := &d.Guard
	if g.stream == 0 {
		if g.stream, err = d.Streams.Create(t); err != nil {
			return err
		}
	}
	if g.done == 0 {
		if g.done, err = t.NewEvent(driver.Waking); err != nil {
			return err
		}
	}
	if g.parts == nil {
		g.parts, err = t.AllocPinned(8 * d.Multiprocessors * kernels.ChecksumBlocks)
	}
	return err
}

// closeGuard frees what the guard has. Nothing is watched any more.
func (d *Device) closeGuard() error {
	g := &d.Guard
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return d.Context.Do(func(t *driver.Thread) error {
		failures := []error{Synchronize(t, g.stream), t.FreePinned(g.parts)}
		if g.done != 0 {
			failures = append(failures, t.DestroyEvent(g.done))
		}
		if g.stream != 0 {
			failures = append(failures, d.Streams.Destroy(t, g.stream))
		}
		g.stream, g.done, g.parts = 0, 0, nil
		return errors.Join(failures...)
	})
}
