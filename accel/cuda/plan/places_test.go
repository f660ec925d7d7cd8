package plan

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Coordinates of 48 bytes get gaps where the memory has room for a third more. Multiples and
// windows are those of packed bases. Bases without multiples, others that are to follow within the
// memory, and coordinates that fill a power of two have none.
func TestPaddedBases(t *testing.T) {
	g1 := planGroups[1]
	for _, test := range []struct {
		name     string
		group    *Group
		log      int
		factor   int
		headroom uint64
		limit    uint64
		want     bool
	}{
		{"room", g1, 22, 0, 0, 78 << 30, true},
		{"room for a large sum", g1, 24, 0, 0, 78 << 30, true},
		{"no room for a third more", g1, 26, 0, 0, 78 << 30, false},
		{"others follow", g1, 22, 0, 2 << 30, 78 << 30, true},
		{"others follow and need the room", g1, 24, 0, 2 << 30, 78 << 30, false},
		{"points alone", g1, 22, 1, 0, 78 << 30, false},
		{"coordinates of 32 bytes", planGroups[0], 22, 0, 0, 78 << 30, false},
		{"coordinates of 96 bytes", planGroups[2], 20, 0, 0, 78 << 30, false},
	} {
		place := func(g *Group, tuning *Tuning) (s Shape, bytes uint64) {
			p := &Planner{Multiprocessors: 132, Tuning: tuning}
			p.Memory.Limit = test.limit
			s, err := p.PlaceBases(g, 1<<test.log, 0, test.factor, test.headroom,
				func(b uint64) error { bytes = b; return p.Memory.Take(ForBases, b) })
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			return s, bytes
		}
		packed := hopper
		packed.padded = nil
		got, bytes := place(test.group, nil)
		usual, least := place(test.group, &packed)
		if got.Padded != test.want {
			t.Errorf("%s: gaps are %t", test.name, got.Padded)
		}
		if got.Padded && bytes != least/3*4 || !got.Padded && bytes != least {
			t.Errorf("%s: %d bytes, packed %d", test.name, bytes, least)
		}
		if got.Padded = false; got != usual {
			t.Errorf("%s: %+v, packed %+v", test.name, got, usual)
		}
		t.Logf("%s: 2^%d points of %s, factor %d, window %d: %d MiB, packed %d MiB", test.name,
			test.log, test.group.Name, usual.Factor, usual.Window, bytes>>20, least>>20)
	}
}

// A device that has less memory than the account gives up the gaps first.
func TestPaddedBasesOutOfMemory(t *testing.T) {
	p := &Planner{Multiprocessors: 132}
	p.Memory.Limit = 78 << 30
	g, sizes := planGroups[1], []uint64(nil)
	s, err := p.PlaceBases(g, 1<<20, 0, 0, 0, func(b uint64) error {
		if sizes = append(sizes, b); len(sizes) == 1 {
			return driver.ErrOutOfMemory
		}
		return nil
	})
	if err != nil || s.Padded || len(sizes) != 2 || sizes[1] != sizes[0]/4*3 {
		t.Errorf("%+v, %v: tried %d bytes", s, err, sizes)
	}
}

// Coordinates begin at multiples of a power of two, and points of other layouts side by side.
func TestPlaces(t *testing.T) {
	for limbs, want := range map[int][2]Places{
		4:  {{4, 2, 1}, {4, 2, 1}},
		6:  {{6, 3, 1}, {8, 4, 1}},
		8:  {{8, 4, 1}, {8, 4, 1}},
		12: {{12, 6, 1}, {16, 8, 1}},
	} {
		g := &Group{CoordinateLimbs: limbs}
		if got := [2]Places{g.Packed(), g.Padded()}; got != want {
			t.Errorf("%d limbs: %+v, want %+v", limbs, got, want)
		}
		if bytes := g.Packed().Bytes(3); bytes != uint64(3*g.PointBytes()) {
			t.Errorf("%d limbs: 3 points are %d bytes", limbs, bytes)
		}
	}
}
