package driver

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Ptr is an address in device memory. 0 is the empty allocation.
type Ptr uint64

// ledger keeps the sizes of the live allocations in device memory.
type ledger struct {
	mutex sync.Mutex
	sizes map[Ptr]uint64
	total atomic.Uint64
}

func (l *ledger) add(p Ptr, n uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.sizes == nil {
		l.sizes = map[Ptr]uint64{}
	}
	l.sizes[p] = n
	l.total.Add(n)
}

func (l *ledger) remove(p Ptr) (n uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	n = l.sizes[p]
	l.total.Add(-n)
	delete(l.sizes, p)
	return n
}

// MemInfo returns the free and the total memory of the device, in bytes. Other processes change the
// free memory.
func (t *Thread) MemInfo() (free, total uint64, err error) {
	var f, a uint64
	err = t.call(cuMemGetInfo, uintptr(unsafe.Pointer(&f)), uintptr(unsafe.Pointer(&a)))
	if err != nil {
		return 0, 0, err
	}
	return f, a, nil
}

// Alloc allocates n bytes of device memory, aligned to 256 bytes at least. Its content is not
// defined. It may wait for the device. Alloc(0) allocates nothing and returns 0. The error wraps
// [ErrOutOfMemory] when the memory does not suffice.
func (t *Thread) Alloc(n uint64) (Ptr, error) {
	if n == 0 {
		return 0, nil
	}
	var p Ptr
	if err := t.call(cuMemAlloc, uintptr(unsafe.Pointer(&p)), uintptr(n)); err != nil {
		return 0, fmt.Errorf("allocating %d bytes: %w", n, err)
	}
	t.context.memory.add(p, n)
	return p, nil
}

// Free frees memory of [Thread.Alloc], after waiting for the device's work. Freeing 0 does nothing.
func (t *Thread) Free(p Ptr) error {
	if p == 0 {
		return nil
	}
	n := t.context.memory.remove(p) // first: another thread may be given the address at once
	err := t.call(cuMemFree, uintptr(p))
	if err != nil {
		t.context.memory.add(p, n)
	}
	return err
}

// Memset32 sets count 32-bit words from p on to value. p is aligned to 4 bytes.
func (t *Thread) Memset32(p Ptr, value uint32, count uint64, s Stream) error {
	if count == 0 {
		return nil
	}
	return t.call(cuMemsetD32Async, uintptr(p), uintptr(value), uintptr(count), uintptr(s))
}

// CopyIn copies src to the device. From pinned or registered memory it returns at once; from other
// memory the driver may copy through a buffer of its own first. In both cases src must stay alive
// and unchanged until an event recorded behind the copy has happened.
func (t *Thread) CopyIn(dst Ptr, src []byte, s Stream) error {
	if len(src) == 0 {
		return nil
	}
	return t.call(cuMemcpyHtoDAsync, uintptr(dst),
		uintptr(unsafe.Pointer(unsafe.SliceData(src))), uintptr(len(src)), uintptr(s))
}

// CopyOut copies from the device to dst, until it is full. dst must stay alive. Its content is
// defined, as in [Thread.CopyIn], once an event recorded behind the copy has happened.
func (t *Thread) CopyOut(dst []byte, src Ptr, s Stream) error {
	if len(dst) == 0 {
		return nil
	}
	return t.call(cuMemcpyDtoHAsync, uintptr(unsafe.Pointer(unsafe.SliceData(dst))),
		uintptr(src), uintptr(len(dst)), uintptr(s))
}

// CopyWithin copies n bytes from one place of the device to another. The two must not overlap.
func (t *Thread) CopyWithin(dst, src Ptr, n uint64, s Stream) error {
	if n == 0 {
		return nil
	}
	return t.call(cuMemcpyDtoDAsync, uintptr(dst), uintptr(src), uintptr(n), uintptr(s))
}

// CopyFrom copies n bytes from memory of another device, whose context from is. The copy is work of
// the stream, which is this device's. Between devices that do not reach each other's memory the
// driver copies through the host.
func (t *Thread) CopyFrom(dst Ptr, from *Context, src Ptr, n uint64, s Stream) error {
	if n == 0 {
		return nil
	}
	return t.call(cuMemcpyPeerAsync, uintptr(dst), t.context.handle, uintptr(src), from.handle,
		uintptr(n), uintptr(s))
}

// Reach has the device reach the memory of another context's device without the host, once, if the
// two can. So copies are as fast as the way between them.
func (t *Thread) Reach(other *Context) {
	if _, asked := t.context.peers.LoadOrStore(other, true); asked {
		return
	}
	if t.context.info.Reaches(other.info.Index) {
		const flags = 0
		_ = t.call(cuCtxEnablePeerAccess, other.handle, flags) // copies need it for speed only
	}
}
