package raw

import (
	"slices"
	"testing"
)

func TestHuge(t *testing.T) {
	for _, n := range []int{0, 1, minHuge - 1, minHuge, 3*hugePage + 5} {
		s := Huge(make([]byte, n/2, n))
		if len(s) != n/2 || cap(s) < n {
			t.Errorf("%d of %d bytes", len(s), cap(s))
		}
		s = s[:n]
		for i := range s {
			s[i] = byte(i)
		}
		for i, x := range s {
			if x != byte(i) {
				t.Fatalf("of %d bytes, %d is %d", n, i, x)
			}
		}
	}
	words := Huge(make([]uint64, minHuge))
	if slices.Max(words) != 0 {
		t.Error("new memory is not zero")
	}
}

func TestMap(t *testing.T) {
	b, err := Map(minHuge)
	if err != nil || len(b) != minHuge || slices.Max(b) != 0 {
		t.Fatalf("%d bytes, %v", len(b), err)
	}
	b[0], b[minHuge-1] = 1, 1
	if err := Unmap(b); err != nil {
		t.Error(err)
	}
	if err := Unmap(b); err == nil {
		t.Error("memory is given back twice")
	}
}
