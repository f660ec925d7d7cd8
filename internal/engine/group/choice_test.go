package group

import (
	"reflect"
	"testing"
)

func TestFirst(t *testing.T) {
	for name, test := range map[string]struct {
		states []State
		cost   float64
		want   int
	}{
		"none":                  {nil, 1, none},
		"one":                   {[]State{{Usable: true, Loaded: true, Speed: 1}}, 1, 0},
		"none works":            {[]State{{Loaded: true, Speed: 1}, {Speed: 1}}, 1, none},
		"the first of equals":   {[]State{there(0), there(0), there(0)}, 1, 0},
		"least to do":           {[]State{there(3), there(1), there(2)}, 1, 1},
		"a faster one":          {[]State{there(1), faster(there(2), 3)}, 1, 1},
		"faster, but far later": {[]State{there(1), faster(there(9), 3)}, 1, 0},
		"the copy, idle":        {[]State{empty(9), there(0)}, 1, 1},
		"a copy more":           {[]State{there(1), empty(9)}, 1, 1},
		"no room is no reason":  {[]State{there(1), empty(0)}, 1, 1},
		"no copy on a busy one": {[]State{there(2), busy(empty(9), 1)}, 1, 0},
		"the first copy":        {[]State{empty(7), empty(16), empty(15)}, 1, 1},
		"about as much room":    {[]State{empty(15), empty(16)}, 1, 0},
		"fewer points, about as much room": {
			[]State{holding(empty(16), 5), holding(empty(15), 4)}, 1, 1},
		"much more room, though more points": {
			[]State{holding(empty(16), 5), holding(empty(9), 4)}, 1, 0},
		"idle before empty": {[]State{busy(empty(16), 1), empty(1)}, 1, 1},
		"lost":              {[]State{{Loaded: true, Speed: 1}, empty(1)}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := First(test.states, test.cost); got != test.want {
				t.Errorf("device %d, expected %d", got, test.want)
			}
		})
	}
}

// there is a device with a copy, and with work.
func there(queued float64) State {
	return State{Usable: true, Loaded: true, Speed: 1, Queued: queued}
}

// empty is a device without a copy.
func empty(room uint64) State { return State{Usable: true, Room: room, Speed: 1} }

func holding(s State, points int64) State {
	s.Held = points
	return s
}

func busy(s State, queued float64) State {
	s.Queued = queued
	return s
}

func faster(s State, speed float64) State {
	s.Speed = speed
	return s
}

func TestSplit(t *testing.T) {
	for name, test := range map[string]struct {
		n, least int
		speeds   []float64
		want     []Part
	}{
		"no device":      {10, 1, []float64{0, 0}, nil},
		"one device":     {10, 100, []float64{0, 5}, []Part{{1, 0, 10}}},
		"halves":         {10, 1, []float64{1, 1}, []Part{{0, 0, 5}, {1, 5, 10}}},
		"the rounding":   {10, 1, []float64{1, 1, 1}, []Part{{0, 0, 3}, {1, 3, 6}, {2, 6, 10}}},
		"in proportion":  {40, 1, []float64{1, 3}, []Part{{1, 0, 30}, {0, 30, 40}}},
		"the fastest":    {40, 20, []float64{1, 2, 2}, []Part{{1, 0, 20}, {2, 20, 40}}},
		"too few points": {40, 21, []float64{1, 2, 2}, []Part{{1, 0, 40}}},
		"one point":      {1, 1, []float64{1, 1}, []Part{{0, 0, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Split(test.n, test.least, test.speeds); !reflect.DeepEqual(got, test.want) {
				t.Errorf("%v, expected %v", got, test.want)
			}
		})
	}
}

// TestCorrected has devices measured again and again. The speeds tend to those that the devices
// have, also where a part takes time however short it is.
func TestCorrected(t *testing.T) {
	const n, fixed = 1 << 20, 0.1
	rates := []float64{n, 3 * n, 2 * n} // points a second
	speeds := []float64{1, 1, 1}
	for range 40 {
		parts := Split(n, 1, speeds)
		seconds := make([]float64, len(parts))
		for k, p := range parts {
			seconds[k] = fixed + float64(p.To-p.From)/rates[p.Device]
		}
		speeds = corrected(speeds, parts, seconds)
	}
	for i, want := range []float64{0.5, 1.5, 1} {
		if got := speeds[i]; got < 0.75*want || got > 1.25*want {
			t.Errorf("device %d: speed %.2f, expected about %.2f", i, got, want)
		}
	}
	if got := corrected(speeds, []Part{{0, 0, 1}}, []float64{0}); !reflect.DeepEqual(got, speeds) {
		t.Error("a part that took no time changed the speeds")
	}
}
