package keys

import (
	"slices"
	"testing"
)

func TestFingerprint(t *testing.T) {
	for _, n := range []int{0, 1, 2, 15, 16, 17, 1000} {
		s := make([]int, n)
		for i := range s {
			s[i] = i + 1
		}
		f := FingerprintOf(s)
		if !f.Matches(s) {
			t.Errorf("%d elements: the slice itself", n)
		}
		if n == 0 {
			continue
		}
		if f.Matches(slices.Clone(s)) {
			t.Errorf("%d elements: a copy elsewhere", n)
		}
		if f.Matches(s[:n-1]) || f.Matches(s[1:]) || f.Matches(nil) {
			t.Errorf("%d elements: a part", n)
		}
		for i := range s {
			s[i] += 7
		}
		if f.Matches(s) {
			t.Errorf("%d elements: other content in the same place", n)
		}
	}
}
