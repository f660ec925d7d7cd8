package raw

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20
	// minHuge is the memory that is worth asking for huge pages, in bytes.
	minHuge = 2 * hugePage
)

// Huge asks Linux for huge pages behind a new slice of zeros, whose capacity counts. It returns the
// slice. To touch memory in small pages takes longer than to fill it, and processors that do so at
// once wait for each other. Random reads miss fewer pages, too.
//
// Go may take the memory from garbage, which has small pages. The slice gives them up: any other
// content would be lost. Small slices, and systems without huge pages, keep theirs. T is as in
// [Bytes].
func Huge[T any](s []T) []T {
	b := Bytes(s[:cap(s)])
	if len(b) < minHuge {
		return s
	}
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	b = b[skip:]
	b = b[:len(b)&^(hugePage-1)]
	if syscall.Madvise(b, syscall.MADV_HUGEPAGE) == nil { // an advice
		_ = syscall.Madvise(b, syscall.MADV_DONTNEED) // the pages come back as zeros
	}
	return s
}

// Map returns n new bytes outside of Go's heap, with huge pages if there are any.
func Map(n int) ([]byte, error) {
	b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return Huge(b), err
}

// Unmap gives back memory of [Map].
func Unmap(b []byte) error { return syscall.Munmap(b) }
