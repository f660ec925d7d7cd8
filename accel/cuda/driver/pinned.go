package driver

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// portable makes host memory pinned for every context of the process, not only for the current one.
const portable = 1

// Pinned is page-locked memory on the host. The device reads and writes it at the full speed of the
// bus. It belongs to the driver, not to Go's heap, and lives until [Thread.FreePinned].
type Pinned struct {
	first unsafe.Pointer
	bytes []byte
}

// Bytes returns the memory, nil once it was freed. A slice of it must not be used after that.
// [View] shows it as values without pointers.
func (p *Pinned) Bytes() []byte { return p.bytes }

// AllocPinned allocates n bytes of pinned memory. Locking pages costs milliseconds per 100 MB: keep
// it. Its content is not defined. The error wraps [ErrOutOfMemory] when the system has no pages to
// lock.
func (t *Thread) AllocPinned(n int) (*Pinned, error) {
	if n <= 0 {
		return &Pinned{}, nil
	}
	p := new(Pinned)
	err := t.call(cuMemHostAlloc, uintptr(unsafe.Pointer(&p.first)), uintptr(n), portable)
	if err != nil {
		return nil, fmt.Errorf("allocating %d bytes of pinned memory: %w", n, err)
	}
	p.bytes = unsafe.Slice((*byte)(p.first), n)
	return p, nil
}

// FreePinned frees pinned memory; nil and freed memory are let pass. It does not wait for copies,
// and clears nothing: memory that held secrets is to be cleared first.
func (t *Thread) FreePinned(p *Pinned) error {
	if p == nil || p.bytes == nil {
		return nil
	}
	if err := t.call(cuMemFreeHost, uintptr(p.first)); err != nil {
		return err
	}
	*p = Pinned{}
	return nil
}

// registrations keep slices of Go's heap alive and in place while the driver knows their addresses,
// by the first byte. The runtime panics when a Pinner is collected that still pins: every
// registration must be ended.
type registrations struct {
	mutex sync.Mutex
	all   map[*byte]*runtime.Pinner
}

func (r *registrations) add(first *byte, pinner *runtime.Pinner) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.all == nil {
		r.all = map[*byte]*runtime.Pinner{}
	}
	r.all[first] = pinner
}

func (r *registrations) has(first *byte) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.all[first] != nil
}

// end lets the garbage collector have a slice, if it is registered.
func (r *registrations) end(first *byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if pinner := r.all[first]; pinner != nil {
		pinner.Unpin()
		delete(r.all, first)
	}
}

// Register locks the pages of a slice of Go memory. Copies from and to the slice are then as fast
// as copies of [Pinned] memory. Copies must lie inside one registered slice. Whole pages are
// locked: a slice that shares a page with a registered one is refused. A system may refuse
// altogether; use pinned memory, or unregistered memory, then.
func (t *Thread) Register(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	first := unsafe.SliceData(b)
	pinner := new(runtime.Pinner)
	pinner.Pin(first)
	err := t.call(cuMemHostRegister, uintptr(unsafe.Pointer(first)), uintptr(len(b)), portable)
	if err != nil {
		pinner.Unpin()
		return fmt.Errorf("registering %d bytes: %w", len(b), err)
	}
	t.context.registrations.add(first, pinner)
	return nil
}

// Registered reports whether a slice is registered with the context.
func (c *Context) Registered(b []byte) bool {
	return len(b) > 0 && c.registrations.has(unsafe.SliceData(b))
}

// Unregister undoes [Register] of the same slice. The copies from and to it must be over. If it
// fails the slice stays registered, and is not collected before the context is closed.
func (t *Thread) Unregister(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	first := unsafe.SliceData(b)
	if err := t.call(cuMemHostUnregister, uintptr(unsafe.Pointer(first))); err != nil {
		return err
	}
	t.context.registrations.end(first)
	return nil
}

// unregisterAll ends the registrations that are left when the context is closed, and nobody uses it
// any more.
func (c *Context) unregisterAll() (err error) {
	for first := range c.registrations.all {
		err = errors.Join(err,
			c.library.call(cuMemHostUnregister, uintptr(unsafe.Pointer(first))))
		c.registrations.end(first)
	}
	return err
}
