// Package raw shows Go values as bytes, and bytes as values, without copies.
//
// It is how field elements and points travel to a device and back.
package raw

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Bytes shows the memory of a slice as bytes, without a copy. T must hold no Go pointers (no
// pointer, slice, string, map, channel, function or interface anywhere in it): Bytes panics
// otherwise, even for an empty slice, so that a first use in a test finds it.
func Bytes[T any](s []T) []byte {
	mustBePointerFree[T]()
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))),
		len(s)*int(unsafe.Sizeof(s[0])))
}

// BytesOf shows the memory of one value as bytes, without a copy; nil for nil. T is as in [Bytes].
func BytesOf[T any](p *T) []byte {
	mustBePointerFree[T]()
	if p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(p)), int(unsafe.Sizeof(*p)))
}

// Words shows the memory of one value as words, without a copy. The value is a field element, for
// example. T is as in [Bytes], and made of words.
func Words[T any](p *T) []uint64 { return View[uint64](BytesOf(p)) }

// View is the inverse of [Bytes]: it shows bytes as values of T, without a copy. The bytes that do
// not fill a value at the end are left out. It panics if b is not aligned for T; memory of
// a device's pinned buffers and memory that came from [Bytes] of the same T always is.
func View[T any](b []byte) []T {
	mustBePointerFree[T]()
	var t T
	size := int(unsafe.Sizeof(t))
	if size == 0 || len(b) < size {
		return nil
	}
	first := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(first)%unsafe.Alignof(t) != 0 {
		panic(fmt.Sprintf("raw: bytes at %p are not aligned for %T", first, t))
	}
	return unsafe.Slice((*T)(first), len(b)/size)
}

// checkedTypes remembers for each type whether it is free of pointers.
var checkedTypes sync.Map // reflect.Type to bool

func mustBePointerFree[T any]() {
	if !PointerFree[T]() {
		panic(fmt.Sprintf("raw: %v holds Go pointers, its memory cannot be shown as bytes",
			reflect.TypeFor[T]()))
	}
}

// PointerFree reports whether no part of T is a Go pointer.
func PointerFree[T any]() bool {
	t := reflect.TypeFor[T]()
	if known, ok := checkedTypes.Load(t); ok {
		return known.(bool)
	}
	free := pointerFree(t)
	checkedTypes.Store(t, free)
	return free
}

func pointerFree(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return t.Len() == 0 || pointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	default:
		return k <= reflect.Complex128 // the numbers come first
	}
}
