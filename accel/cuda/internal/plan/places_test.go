package plan

import "testing"

func TestPlaces(t *testing.T) {
	for limbs, want := range map[int][2]Places{
		4:  {{4, 2, 1}, {1, 14, 7}},
		6:  {{6, 3, 1}, {1, 21, 7}},
		12: {{12, 6, 1}, {1, 42, 7}},
	} {
		g := &Group{CoordinateLimbs: limbs}
		if got := [2]Places{g.Packed(), g.Planes(7)}; got != want {
			t.Errorf("%d limbs: %+v, want %+v", limbs, got, want)
		}
	}
}
