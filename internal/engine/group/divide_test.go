package group

import (
	"reflect"
	"testing"
)

// rounds are pieces of a proof of n rows, like PLONK's over BN254.
func rounds(n int) []Piece {
	return []Piece{
		{Name: "polynomials", Points: n, Cost: 43, Bytes: 2000, Each: true},
		{Name: "L, R, O", Points: n, Cost: 48},
		{Name: "Z", Points: n, Cost: 16},
		{Name: "quotient", Points: n, Cost: 48},
		{Name: "openings", Points: n, Cost: 32},
		{Name: "cosets", Points: 3, Cost: 10.8 * float64(n), Single: true},
	}
}

func TestDivide(t *testing.T) {
	for name, test := range map[string]struct {
		n       int
		least   float64
		targets []Target
		z       []Part
		cosets  []Part
	}{
		"one": {60, 0, on(1), []Part{{0, 0, 60}}, []Part{{0, 0, 3}}},
		"two": {60, 0, on(1, 1), []Part{{0, 0, 30}, {1, 30, 60}}, []Part{{0, 0, 1}, {1, 1, 3}}},
		"a fast one": {
			60, 0, on(1, 3), []Part{{1, 0, 45}, {0, 45, 60}}, []Part{{1, 0, 2}, {0, 2, 3}},
		},
		"four": {
			60, 0, on(1, 1, 1, 1), []Part{{0, 0, 15}, {1, 15, 30}, {2, 30, 45}, {3, 45, 60}},
			[]Part{{0, 0, 1}, {1, 1, 2}, {2, 2, 3}},
		},
		"no short parts": {60, 16 * 40, on(1, 1), []Part{{0, 0, 60}}, []Part{{0, 0, 1}, {1, 1, 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			l := Divide(rounds(test.n), test.least, test.targets)
			if len(l.Parts[0]) != len(test.targets) {
				t.Errorf("the polynomials are on %v", l.Parts[0])
			}
			if !reflect.DeepEqual(l.Parts[2], test.z) ||
				!reflect.DeepEqual(l.Parts[5], test.cosets) {
				t.Errorf("%v and %v, expected %v and %v", l.Parts[2], l.Parts[5], test.z,
					test.cosets)
			}
		})
	}
}

// TestDivideNeedsRoom: a device without room for what each has takes no part.
func TestDivideNeedsRoom(t *testing.T) {
	targets := on(1, 1, 1)
	targets[1].Room = 1999
	l := Divide(rounds(1), 0, targets)
	if len(l.Targets) != 2 || l.Points(1) != 0 || l.Points(2) == 0 {
		t.Errorf("%+v", l)
	}
	targets = targets[:2]
	if l := Spread.chosen(Divide, rounds(1<<20), targets); l != nil {
		t.Errorf("a team of one device: %+v", l)
	}
}

// TestGainOfRounds: what every device does limits the gain, and so does the waiting.
func TestGainOfRounds(t *testing.T) {
	for _, test := range []struct {
		log, devices int
		least, most  float64
	}{
		{22, 2, 1.55, 1.75}, {22, 4, 2.2, 2.6}, {20, 2, 1.4, 1.65}, {14, 2, 0, 1},
	} {
		speeds := make([]float64, test.devices)
		for i := range speeds {
			speeds[i] = 1
		}
		gain := Divide(rounds(1<<test.log), minWork, on(speeds...)).Gain
		if gain < test.least || gain > test.most {
			t.Errorf("2^%d rows on %d devices: %.2f times as fast", test.log, test.devices, gain)
		}
	}
	if Auto.chosen(Divide, rounds(1<<14), on(1, 1)) != nil {
		t.Error("a small proof is spread")
	}
}
