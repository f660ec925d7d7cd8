package keycache

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

func TestSize(t *testing.T) {
	type point [3]uint64
	if got := Size(make([]point, 10), nil, make([]point, 2, 20)); got != 12*24 {
		t.Errorf("%d bytes", got)
	}
	if got := Size[point](); got != 0 {
		t.Errorf("nothing takes %d bytes", got)
	}
}

func TestOverlap(t *testing.T) {
	all := make([]uint64, 10)
	other := make([]uint64, 10)
	for name, test := range map[string]struct {
		whole, part []uint64
		from, to    int
	}{
		"the same":         {all, all, 0, 10},
		"within":           {all, all[2:5], 0, 3},
		"around":           {all[2:5], all, 2, 5},
		"the end of it":    {all[:4], all[3:6], 0, 1},
		"the beginning":    {all[4:], all[3:6], 1, 3},
		"beside, before":   {all[:4], all[4:6], 0, 0},
		"beside, after":    {all[4:], all[:4], 0, 0},
		"other memory":     {all, other, 0, 0},
		"nothing":          {all, all[:0], 0, 0},
		"of nothing":       {all[:0], all, 0, 0},
		"of other memory":  {other[1:2], all[3:5], 0, 0},
		"a single element": {all[7:8], all[7:8], 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if from, to := Overlap(test.whole, test.part); from != test.from || to != test.to {
				t.Errorf("%d to %d, expected %d to %d", from, to, test.from, test.to)
			}
		})
	}
}
