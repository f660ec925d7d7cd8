package raw

import (
	"bytes"
	"encoding/binary"
	"testing"
)

type element [4]uint64

func TestBytesShowsMemory(t *testing.T) {
	s := []element{{1, 2, 3, 4}, {5, 6, 7, 1 << 63}}
	b := Bytes(s)
	if len(b) != 64 || cap(b) != 64 {
		t.Fatalf("length %d, capacity %d", len(b), cap(b))
	}
	var want []byte
	for _, e := range s {
		for _, w := range e {
			want = binary.NativeEndian.AppendUint64(want, w)
		}
	}
	if !bytes.Equal(b, want) {
		t.Errorf("got %x, want %x", b, want)
	}
	b[0] ^= 0xff
	if s[0][0] == 1 {
		t.Error("the bytes are a copy")
	}
	if Bytes([]element{}) != nil || Bytes[element](nil) != nil {
		t.Error("an empty slice has bytes")
	}
}

func TestBytesOf(t *testing.T) {
	v := struct{ A, B uint32 }{1, 2}
	b := BytesOf(&v)
	if len(b) != 8 || binary.NativeEndian.Uint32(b[4:]) != 2 {
		t.Errorf("got %x", b)
	}
	if BytesOf[element](nil) != nil {
		t.Error("nil has bytes")
	}
}

func TestViewIsTheInverse(t *testing.T) {
	s := []element{{1, 2, 3, 4}, {5, 6, 7, 8}}
	b := Bytes(s)
	v := View[element](b)
	if len(v) != 2 || &v[0] != &s[0] {
		t.Errorf("got %v", v)
	}
	if v := View[element](b[:63]); len(v) != 1 {
		t.Errorf("63 bytes hold %d elements of 32", len(v))
	}
	if View[element](b[:31]) != nil || View[element](nil) != nil {
		t.Error("less than an element is not empty")
	}
	mustPanic(t, "misaligned", func() { View[uint64](b[1:17]) })
}

func TestOnlyValuesWithoutPointers(t *testing.T) {
	mustPanic(t, "pointer", func() { Bytes([]*int{}) })
	mustPanic(t, "string", func() { Bytes([]string{"x"}) })
	mustPanic(t, "slice in a struct", func() { BytesOf(&struct{ s []byte }{}) })
	mustPanic(t, "interface in an array", func() { BytesOf(&[1]any{}) })
	mustPanic(t, "map", func() { View[map[int]int](make([]byte, 8)) })
	Bytes([]struct {
		a [2]float64
		b uintptr
		c struct{ d bool }
		e [0]*int
	}{{}})
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}
