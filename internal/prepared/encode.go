package prepared

import (
	"encoding/binary"
	"fmt"
	"reflect"
)

// A value is written by its type: memory without pointers as it is, all else by its parts. Vectors
// of such memory that are long stand apart, so that they are copied nowhere else.

const minVector = 1 << 12 // bytes of a vector that stands apart

type encoder struct {
	small   []byte
	vectors [][]byte
	known   map[any]uint64 // numbers of pointers
	// exported has digests taken: of exported fields alone, and of memory without holes.
	exported bool
}

func (e *encoder) encode(pointer any) error { return e.value(reflect.ValueOf(pointer).Elem()) }

func (e *encoder) number(n uint64) { e.small = binary.LittleEndian.AppendUint64(e.small, n) }

func (e *encoder) value(v reflect.Value) error {
	if e.exported && !v.CanInterface() { // part of a field that is not exported
		return nil
	}
	if flat(v.Type(), e.exported) {
		e.small = append(e.small, memory(v)...)
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		e.number(uint64(v.Len()))
		e.small = append(e.small, v.String()...)
		return nil
	case reflect.Struct:
		return each(v.NumField(), v.Field, e.value)
	case reflect.Array:
		return each(v.Len(), v.Index, e.value)
	case reflect.Slice:
		return e.slice(v)
	case reflect.Pointer:
		return e.pointer(v)
	}
	if v.IsZero() {
		return nil
	}
	if v.Kind() == reflect.Interface && e.exported && v.Elem().Kind() == reflect.Pointer {
		e.small = append(e.small, v.Elem().Type().String()...)
		return e.value(v.Elem().Elem())
	}
	return fmt.Errorf("prepared: %s cannot be kept", v.Type())
}

// each encodes or decodes the n parts of a value, in order.
func each(n int, part func(int) reflect.Value, code func(reflect.Value) error) error {
	for i := range n {
		if err := code(part(i)); err != nil {
			return err
		}
	}
	return nil
}

// slice encodes the length plus one, and elements; 0 stands for nil.
func (e *encoder) slice(v reflect.Value) error {
	if v.IsNil() {
		e.number(0)
		return nil
	}
	e.number(uint64(v.Len()) + 1)
	if !flat(v.Type().Elem(), e.exported) {
		return each(v.Len(), v.Index, e.value)
	}
	if b := content(v); len(b) < minVector {
		e.small = append(e.small, b...)
	} else {
		e.vectors = append(e.vectors, b)
	}
	return nil
}

// pointer encodes the number of a pointer, 0 for nil. The value behind a new pointer follows.
func (e *encoder) pointer(v reflect.Value) error {
	if v.IsNil() {
		e.number(0)
		return nil
	}
	key := [2]any{v.Type(), v.Pointer()}
	n, ok := e.known[key]
	if ok {
		e.number(n)
		return nil
	}
	if e.known == nil {
		e.known = map[any]uint64{}
	}
	n = uint64(len(e.known)) + 1
	e.known[key] = n
	e.number(n)
	return e.value(v.Elem())
}

// loose types may have holes, and fields that are not exported.
const loose = false

// flat reports whether a type is memory without pointers. If it must be whole, it has no holes
// either.
func flat(t reflect.Type, whole bool) bool {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Float64 && k != reflect.Uintptr:
		return true
	case k == reflect.Array:
		return flat(t.Elem(), whole)
	case k != reflect.Struct:
		return false
	}
	size := uintptr(0)
	for i := range t.NumField() {
		f := t.Field(i)
		if !flat(f.Type, whole) || whole && !f.IsExported() {
			return false
		}
		size += f.Type.Size()
	}
	return !whole || size == t.Size()
}

func memory(v reflect.Value) []byte {
	size := int(v.Type().Size())
	return reflect.SliceAt(reflect.TypeFor[byte](), v.Addr().UnsafePointer(), size).Bytes()
}

func content(v reflect.Value) []byte {
	size := v.Len() * int(v.Type().Elem().Size())
	return reflect.SliceAt(reflect.TypeFor[byte](), v.UnsafePointer(), size).Bytes()
}
