package groth16

import (
	"slices"
	"testing"
)

func TestSelect(t *testing.T) {
	wires := []int{0, 1, 2, 3, 4, 5, 6}
	for i, want := range [][]int{wires, {3, 4, 5, 6}, {0, 3, 6}, {6}} {
		s := testSelections(7)[i]
		if got := Select(s, wires); !slices.Equal(got, want) || s.check(7) != nil ||
			s.Len(7) != len(want) {
			t.Errorf("selection %d: %v", i, got)
		}
	}
}

func TestFinite(t *testing.T) {
	wires := []int{0, 1, 2, 3, 4}
	const y, n = true, false
	for _, test := range []struct {
		atInfinity []bool
		want       []int
	}{
		{[]bool{n, n, n, n, n}, wires},
		{[]bool{y, n, n, y, n}, []int{1, 2, 4}},
		{[]bool{n, y, y, n, y}, []int{0, 3}},
		{[]bool{y, y, y, y, y}, []int{}},
	} {
		s := Finite(test.atInfinity)
		if got := Select(s, wires); !slices.Equal(got, test.want) || s.Len(5) != len(test.want) {
			t.Errorf("%v: %v", test.atInfinity, got)
		}
	}
}

func TestPrivate(t *testing.T) {
	wires := []int{0, 1, 2, 3, 4, 5}
	for _, test := range []struct {
		first  int
		hidden []int
		want   []int
	}{
		{0, nil, wires},
		{2, nil, []int{2, 3, 4, 5}},
		{6, nil, []int{}},
		{1, []int{1}, []int{2, 3, 4, 5}},
		{1, []int{5}, []int{1, 2, 3, 4}},
		{1, []int{2, 3, 5}, []int{1, 4}},
		{3, []int{3, 4, 5}, []int{}},
	} {
		s := Private(len(wires), test.first, test.hidden)
		if got := Select(s, wires); !slices.Equal(got, test.want) || s.Len(6) != len(test.want) {
			t.Errorf("from %d without %v: %v", test.first, test.hidden, got)
		}
	}
}

// TestPartsOfSelections: parts select what they should, and windows have all wires that they need.
func TestPartsOfSelections(t *testing.T) {
	const n = 9
	values := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for _, s := range []Selection{
		{}, {First: 3}, {First: 2, End: 6}, {Indices: []uint32{1, 4, 5, 8}}, {Indices: []uint32{}},
		Committed([]int{7, 2, 8, 1}),
	} {
		all := Select(s, values)
		for from := range len(all) + 1 {
			for to := from; to <= len(all); to++ {
				part := s.Part(from, to, n)
				if got := Select(part, values); !slices.Equal(got, all[from:to]) ||
					part.Len(n) != to-from {
					t.Fatalf("%+v, %d to %d: %v of %v", s, from, to, got, all)
				}
				first, last := part.Window(n)
				if from == to {
					if first != last {
						t.Errorf("a window from %d to %d of nothing", first, last)
					}
					continue
				}
				if first != slices.Min(all[from:to]) || last != slices.Max(all[from:to])+1 {
					t.Errorf("%+v: a window from %d to %d", part, first, last)
				}
				narrow := part.Without(first, n)
				if err := narrow.check(last - first); err != nil {
					t.Error(err)
				}
				if got := Select(narrow, values[first:last]); !slices.Equal(got, all[from:to]) {
					t.Errorf("%+v in a window: %v of %v", part, got, all[from:to])
				}
			}
		}
	}
	for _, s := range []Selection{{First: 4, End: 3}, {End: n + 1}, {First: -1, End: 2}} {
		if s.check(n) == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
