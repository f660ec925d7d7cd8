package poly

import "testing"

// The bits of an index are read from behind.
func TestBitReverse(t *testing.T) {
	BitReverse([]int(nil))
	for log := range 14 {
		v := make([]int, 1<<log)
		for i := range v {
			v[i] = i
		}
		BitReverse(v)
		for i, got := range v {
			want := 0
			for bit := range log {
				want |= i >> bit & 1 << (log - 1 - bit)
			}
			if got != want {
				t.Fatalf("%d is at index %d of 2^%d, want %d", got, i, log, want)
			}
		}
	}
}
