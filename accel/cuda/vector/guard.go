package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/checksum"
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
)

// Vectors that stay on the device between workspaces are guarded against damage: see
// [device.Guard]. All functions of this file take whole resident or evictable vectors, or parts of
// them, that no later operation writes. They wait for the operations that were queued before.

// ExpectElements has a vector watched that was sent. If it does not hold the elements, the
// workspace fails with [device.ErrDamaged].
func (w *Workspace) ExpectElements(v *Vector, elements []byte) {
	w.guard(func() (checksum.Sum, error) { return w.compare(v, elements) }, v)
}

// ExpectTwice has a vector watched that make makes, from nothing. It calls make twice. If the two
// results differ, the workspace fails with [device.ErrDamaged].
func (w *Workspace) ExpectTwice(v *Vector, make func()) {
	if w.Wait() != nil { // Err has the error
		return
	}
	sum, err := w.device.MadeTwice(v.Region(), func() error {
		make()
		return w.Wait()
	})
	w.guard(func() (checksum.Sum, error) { return sum, err }, v)
}

// ExpectImage has a vector watched whose image is elements of the host. compute writes the image to
// another vector. If that is not of the elements, the workspace fails with [device.ErrDamaged].
func (w *Workspace) ExpectImage(v, image *Vector, elements []byte, compute func()) {
	var sum checksum.Sum
	w.queue("checksum", func() (err error) {
		sum, err = w.checksum(v)
		return err
	}, v)
	compute()
	w.guard(func() (checksum.Sum, error) {
		_, err := w.compare(image, elements)
		return sum, err
	}, v)
}

// guard has a vector watched with the checksum that find returns.
func (w *Workspace) guard(find func() (checksum.Sum, error), v *Vector) {
	w.queue("checksum", func() error {
		sum, err := find()
		if err != nil {
			return err
		}
		a := v.memory
		watch := w.device.Watch(v.Region(), sum, a.drop)
		w.store.mutex.Lock()
		defer w.store.mutex.Unlock()
		a.watches = append(a.watches, watch)
		return nil
	}, v)
}

// compare returns a vector's checksum, and [device.ErrDamaged] unless the vector has the elements.
func (w *Workspace) compare(v *Vector, elements []byte) (checksum.Sum, error) {
	sum, err := w.checksum(v)
	if err == nil && !w.device.Dry() && sum != w.device.ChecksumOf(elements) {
		err = fmt.Errorf("%w: other elements than were sent", device.ErrDamaged)
	}
	return sum, err
}

// checksum returns the checksum of a vector once all queued operations have run.
func (w *Workspace) checksum(v *Vector) (checksum.Sum, error) {
	if err := w.wait(); err != nil {
		return 0, err
	}
	return w.device.Checksum(v.Region())
}

// Region is the memory of the vector's elements.
func (v *Vector) Region() device.Region {
	f := v.memory.field
	return device.Region{
		At: v.at(0), Bytes: uint64(v.bytes()), Prefix: f.Name, Kernels: f.Kernels,
	}
}

// Damaged reports whether damage to the vector was found. Then it is to be made anew.
func (v *Vector) Damaged() bool { return v.memory.damaged.Load() }

// drop says that the memory is damaged. An evictable vector has no further users then.
func (a *allocation) drop() error {
	a.damaged.Store(true)
	if e, ok := a.owner.(*Evictable); ok {
		return e.Close()
	}
	return nil
}

// endWatches ends the watches of the memory. The caller holds the store's mutex.
func (a *allocation) endWatches() {
	for _, w := range a.watches {
		w.End()
	}
	a.watches = nil
}
