package raw

import (
	"slices"
	"testing"
)

func TestWithin(t *testing.T) {
	type point [3]uint64
	whole := make([]point, 10)
	for _, c := range []struct {
		part []point
		from int
		ok   bool
	}{
		{whole, 0, true},
		{whole[3:], 3, true},
		{whole[3:7], 3, true},
		{whole[9:], 9, true},
		{whole[4:4], 0, false},
		{nil, 0, false},
		{slices.Clone(whole), 0, false},
	} {
		from, ok := Within(whole, c.part)
		if ok != c.ok || ok && from != c.from {
			t.Errorf("a part of %d: from %d, %v, expected %d, %v", len(c.part), from, ok, c.from,
				c.ok)
		}
	}
	if _, ok := Within(whole[2:5], whole[4:6]); ok {
		t.Error("a part that reaches beyond the end")
	}
	if _, ok := Within(whole[2:5], whole[1:3]); ok {
		t.Error("a part that begins before")
	}
	if _, ok := Within(nil, whole); ok {
		t.Error("a part of nothing")
	}
}
