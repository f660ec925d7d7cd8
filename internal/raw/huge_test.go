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
