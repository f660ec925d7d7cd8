package driver

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// portable makes host memory pinned for every context of the process. Without it only the current
// one knows.
const portable = 1

// minRegistered is the size of a buffer that is registered, in bytes.
const minRegistered = 64 << 10

// Pinned is page-locked memory on the host. The device reads and writes it at the full speed of the
// bus. It is not of Go's heap, and lives until [Thread.FreePinned].
type Pinned struct{ bytes []byte }

// Bytes returns the memory, nil once it was freed. A slice of it must not be used after that.
// [raw.View] shows it as values without pointers.
func (p *Pinned) Bytes() []byte { return p.bytes }

// AllocPinned allocates n bytes of pinned memory. Its content is not defined. The error wraps
// [ErrOutOfMemory] when the system has no pages to lock.
//
// Large buffers are mapped and registered, which takes a fourth of the time of cuMemHostAlloc. The
// driver allocates small ones, and all where the system lets no memory be registered. Both take
// milliseconds per 100 MB, and have other callers of the driver wait: keep the buffers.
func (t *Thread) AllocPinned(n int) (*Pinned, error) {
	if n <= 0 {
		return &Pinned{}, nil
	}
	if n >= minRegistered {
		if b, err := t.mapPinned(n); err == nil {
			return &Pinned{b}, nil
		}
	}
	var first unsafe.Pointer
	err := t.call(cuMemHostAlloc, uintptr(unsafe.Pointer(&first)), uintptr(n), portable)
	if err != nil {
		return nil, fmt.Errorf("allocating %d bytes of pinned memory: %w", n, err)
	}
	return &Pinned{unsafe.Slice((*byte)(first), n)}, nil
}

// mapPinned maps memory and registers it. It goes with its registration.
func (t *Thread) mapPinned(n int) ([]byte, error) {
	b, err := raw.Map(n)
	if err == nil {
		err = t.register(b, func() { _ = raw.Unmap(b) })
	}
	return b, err
}

// FreePinned frees pinned memory; nil and freed memory are let pass. It does not wait for copies,
// and clears nothing: memory that held secrets is to be cleared first.
func (t *Thread) FreePinned(p *Pinned) (err error) {
	if p == nil || p.bytes == nil {
		return nil
	}
	if t.context.Registered(p.bytes) {
		err = t.Unregister(p.bytes)
	} else {
		err = t.call(cuMemFreeHost, uintptr(unsafe.Pointer(unsafe.SliceData(p.bytes))))
	}
	if err == nil {
		*p = Pinned{}
	}
	return err
}

// Register locks the pages of a slice of Go memory. Copies from and to the slice are then as fast
// as copies of [Pinned] memory. Copies must lie inside one registered slice. Whole pages are
// locked: a slice that shares a page with a registered one is refused. A system may refuse
// altogether; use pinned memory, or unregistered memory, then.
func (t *Thread) Register(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	pinner := new(runtime.Pinner)
	pinner.Pin(unsafe.SliceData(b))
	return t.register(b, pinner.Unpin)
}

// register registers a slice. At the end of the registration, or without one, release is called.
func (t *Thread) register(b []byte, release func()) error {
	first := unsafe.SliceData(b)
	err := t.call(cuMemHostRegister, uintptr(unsafe.Pointer(first)), uintptr(len(b)), portable)
	if err != nil {
		release()
		return fmt.Errorf("registering %d bytes: %w", len(b), err)
	}
	t.context.registered.Store(first, registration{len(b), release})
	return nil
}

// registration is that of some bytes, with the function that releases them.
type registration struct {
	bytes   int
	release func()
}

// Registers reports whether the system lets memory be registered. With confidential computing it
// does not. Then pinned memory is slow too, and so are small copies.
func (t *Thread) Registers() bool {
	page := make([]byte, 1)
	err := t.Register(page)
	if err == nil {
		err = t.Unregister(page)
	}
	return !hasCode(err, codeNotSupported)
}

// Registered reports whether a slice lies in one that is registered with the context.
func (c *Context) Registered(b []byte) (registered bool) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	c.registered.Range(func(key, value any) bool {
		first, n := uintptr(unsafe.Pointer(key.(*byte))), uintptr(value.(registration).bytes)
		registered = first <= at && at+uintptr(len(b)) <= first+n
		return !registered
	})
	return registered && len(b) > 0
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
	t.context.release(first)
	return nil
}

// release releases a slice, if it is registered.
func (c *Context) release(first *byte) {
	if of, registered := c.registered.LoadAndDelete(first); registered {
		of.(registration).release()
	}
}

// unregisterAll ends the registrations that are left when the context is closed. Nobody uses the
// context any more.
func (c *Context) unregisterAll() (err error) {
	for key := range c.registered.Range {
		err = errors.Join(err,
			c.library.call(cuMemHostUnregister, uintptr(unsafe.Pointer(key.(*byte)))))
	}
	return err
}

// releaseAll releases all slices, even those that the driver did not unregister: a lost device
// answers no call, and the runtime panics over a slice that stays pinned.
func (c *Context) releaseAll() {
	for key := range c.registered.Range {
		c.release(key.(*byte))
	}
}
