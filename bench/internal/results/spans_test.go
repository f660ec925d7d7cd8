package results

import (
	"math"
	"testing"
)

func TestDeviceTime(t *testing.T) {
	rounds := []Span{{TrackRounds, RoundSolver, 0, 10}, {TrackRounds, "wires", 10, 5},
		{TrackRounds, "openings", 15, 15}}
	busy := func(spans ...float64) []Span {
		all := append([]Span{}, rounds...)
		for i := 0; i < len(spans); i += 2 {
			all = append(all, Span{TrackDevice, "busy", spans[i], spans[i+1] - spans[i]})
		}
		// what the host waited for says nothing
		return append(all, Span{TrackSums, "G1", 1, 28}, Span{TrackVectors, "wires", 2, 28})
	}
	for name, test := range map[string]struct {
		spans []Span
		want  *DeviceTime
	}{
		"not watched":             {rounds, nil},
		"before the solver's end": {busy(2, 9), nil},
		"always busy":             {busy(12, 28), &DeviceTime{16, 16, 0}},
		"a gap":                   {busy(12, 14, 18, 28), &DeviceTime{16, 12, 0.25}},
		"across the solver's end": {busy(5, 12, 14, 20), &DeviceTime{10, 8, 0.2}},
		"after the proof's end":   {busy(12, 20, 28, 40, 50, 60), &DeviceTime{18, 10, 8.0 / 18}},
		"overlapping, out of order": {busy(20, 24, 12, 16, 14, 18, 13, 15),
			&DeviceTime{12, 10, 1.0 / 6}},
	} {
		got := NewDeviceTime(test.spans)
		if (got == nil) != (test.want == nil) {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		if got != nil && (math.Abs(got.Part-test.want.Part) > 1e-9 ||
			math.Abs(got.Busy-test.want.Busy) > 1e-9 || math.Abs(got.Idle-test.want.Idle) > 1e-9) {
			t.Errorf("%s: %+v, want %+v", name, *got, *test.want)
		}
	}
}
