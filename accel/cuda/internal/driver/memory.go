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
	sizes sync.Map // uint64 by Ptr
	total atomic.Uint64
}

func (l *ledger) add(p Ptr, n uint64) {
	l.sizes.Store(p, n)
	l.total.Add(n)
}

func (l *ledger) remove(p Ptr) uint64 {
	size, _ := l.sizes.LoadAndDelete(p)
	n, _ := size.(uint64) // 0 of an address that is not known
	l.total.Add(-n)
	return n
}

// MemInfo returns the free and the total memory of the device, in bytes. Other processes change the
// free memory.
func (t *Thread) MemInfo() (free, total uint64, err error) {
	err = t.call(cuMemGetInfo, uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)))
	return free, total, err
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
