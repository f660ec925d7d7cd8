package group

import (
	"reflect"
	"slices"
	"testing"
)

// pieces are those of a proof, like Groth16's over BN254 of n points, in which a point of G1 costs
// 16 and takes 64 bytes.
func pieces(n int) []Piece {
	in1 := func(name string) Piece { return Piece{Name: name, Points: n, Cost: 16, Bytes: 64} }
	all := []Piece{
		{Name: "quotient", Points: n, Cost: 11, Bytes: 160, Whole: true, Follows: true},
		in1("Z"), in1("K"), in1("A"), in1("B"),
		{Name: "B in G2", Points: n, Cost: 45, Bytes: 128},
	}
	all[1].Follows = true
	return all
}

// on returns targets of these speeds with room for everything.
func on(speeds ...float64) (targets []Target) {
	for i, speed := range speeds {
		targets = append(targets, Target{Device: i, Speed: speed, Room: 1 << 50})
	}
	return targets
}

func TestLay(t *testing.T) {
	all := func(device, n int) []Part { return []Part{{device, 0, n}} }
	for name, test := range map[string]struct {
		pieces  []Piece
		least   float64
		targets []Target
		want    [][]Part
	}{
		"one": {pieces(60)[:2], 0, on(1), [][]Part{all(0, 60), all(0, 60)}},
		"two": {pieces(60), 0, on(1, 1), [][]Part{
			all(0, 60), all(0, 60), all(0, 60), {{0, 0, 60}}, {{0, 0, 3}, {1, 3, 60}}, all(1, 60),
		}},
		"the first is the fastest": {pieces(60)[:2], 0, on(1, 3), [][]Part{
			all(1, 60), {{1, 0, 34}, {0, 34, 60}},
		}},
		"no short parts": {pieces(60), 16 * 4, on(1, 1), [][]Part{
			all(0, 60), all(0, 60), all(0, 60), all(0, 60), all(1, 60), all(1, 60),
		}},
		"the quotient is not alone": {pieces(60)[:2], 16 * 4, on(1, 1, 1, 1), [][]Part{
			all(0, 60), {{0, 0, 4}, {1, 4, 22}, {2, 22, 41}, {3, 41, 60}},
		}},
		"nothing": {pieces(0), 0, on(1, 1), make([][]Part, 6)},
	} {
		t.Run(name, func(t *testing.T) {
			got := Lay(test.pieces, test.least, test.targets).Parts
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%v, expected %v", got, test.want)
			}
		})
	}
}

// TestLayoutsCover: the parts of a piece are all of it, in order. Devices have work by their
// speeds, and no more than they have room for.
func TestLayoutsCover(t *testing.T) {
	for _, n := range []int{1, 2, 100, 1 << 16, 1<<20 + 7} {
		for _, speeds := range [][]float64{{1}, {1, 1}, {1, 2, 4}, {3, 1, 1, 1, 1, 1, 1, 1}} {
			for _, least := range []float64{0, minWork} {
				l := Lay(pieces(n), least, on(speeds...))
				for i, parts := range l.Parts {
					at := 0
					for _, p := range parts {
						if p.From != at || p.To <= p.From {
							t.Fatalf("%d points, speeds %v: %v", n, speeds, parts)
						}
						at = p.To
					}
					if at != n {
						t.Fatalf("%d points of %s, expected %d", at, l.Pieces[i].Name, n)
					}
				}
				first, z := []Part{{l.Targets[0].Device, 0, n}}, l.Parts[1][0]
				if !slices.Equal(l.Parts[0], first) || z.Device != first[0].Device {
					t.Fatalf("the quotient is on %v, and Z on %v", l.Parts[0], l.Parts[1])
				}
			}
		}
	}
}

// TestLayKeepsRoom: a device with little memory has a small share.
func TestLayKeepsRoom(t *testing.T) {
	targets := on(1, 1)
	p := pieces(1 << 20)
	targets[1].Room = 64 << 20 // a tenth
	l := Lay(p, minWork, targets)
	if few := l.Bytes(1); few == 0 || few > targets[1].Room {
		t.Errorf("%d bytes on a device with room for %d", few, targets[1].Room)
	}
	if l.Bytes(0)+l.Bytes(1) != bytesOf(p) {
		t.Error("not all is laid")
	}
	if !l.Fits {
		t.Error("a device has room for all")
	}
	targets[0].Room = 512 << 20
	if Lay(p, minWork, targets).Fits {
		t.Error("no device has room for all")
	}
}

func TestChosenLayout(t *testing.T) {
	small, large := pieces(1<<12), pieces(1<<20)
	narrow := on(1, 1)
	for i := range narrow {
		narrow[i].Room = 1 << 20
	}
	for name, test := range map[string]struct {
		placement Placement
		pieces    []Piece
		targets   []Target
		want      bool
	}{
		"large":                  {Auto, large, on(1, 1), true},
		"little to gain":         {Auto, small, on(1, 1), false},
		"a slow one":             {Auto, large, on(1, 0.01), false},
		"no room on one":         {Auto, small, narrow, true},
		"one device":             {Auto, large, on(1), false},
		"small, but asked for":   {Spread, small, on(1, 1), true},
		"asked for, one device":  {Spread, large, on(1), false},
		"whole":                  {Whole, large, on(1, 1), false},
		"replicated":             {Replicated, large, narrow, false},
		"replicated, no devices": {Replicated, large, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := test.placement.chosen(test.pieces, test.targets) != nil
			if got != test.want {
				t.Errorf("spread: %v, expected %v", got, test.want)
			}
		})
	}
}

// TestGain: n devices of one speed are nearly n times as fast over many points.
func TestGain(t *testing.T) {
	speeds := []float64{1}
	for n := 2; n <= 8; n++ {
		speeds = append(speeds, 1)
		if gain := Lay(pieces(1<<24), minWork, on(speeds...)).Gain; gain < 0.9*float64(n) ||
			gain > float64(n) {
			t.Errorf("%d devices: %.2f times as fast", n, gain)
		}
	}
	if got := slices.Max(speeds); got != 1 {
		t.Error("the speeds were changed")
	}
}
