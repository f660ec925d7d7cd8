package program

import "testing"

// TestKept gives each kept row a place of its own, and none to rows of which 64 neighbours are not.
func TestKept(t *testing.T) {
	k := KeptOf([]uint64{0, 1<<63 | 1, 0, 0, ^uint64(0), 0})
	if n := k.Places(); n != 128 {
		t.Errorf("%d places, expected 128", n)
	}
	taken := map[uint32]bool{}
	for row := range uint32(6 * 64) {
		place, ok := k.Find(row)
		if want := row == 64 || row == 127 || row/64 == 4; ok != want {
			t.Errorf("row %d is kept: %v", row, ok)
		}
		if !ok {
			continue
		}
		if taken[place] || int(place) >= k.Places() || place != k.Place(row) {
			t.Errorf("row %d has place %d and %d", row, place, k.Place(row))
		}
		taken[place] = true
	}
	if place, ok := Kept(nil).Find(7); place != 7 || !ok {
		t.Errorf("of all rows, 7 has place %d", place)
	}
}
