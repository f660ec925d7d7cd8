package devicetest

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestSoakLength reads lengths of long runs.
func TestSoakLength(t *testing.T) {
	for length, want := range map[string]struct {
		count    int64
		duration time.Duration
	}{
		"10000":     {count: 10000},
		"90s":       {duration: 90 * time.Second},
		"2000,1h":   {2000, time.Hour},
		"1h,2000":   {2000, time.Hour},
		"":          {-1, 0},
		"0":         {-1, 0},
		"-1s":       {-1, 0},
		"2000;1h":   {-1, 0},
		"2000,,1h":  {-1, 0},
		"a century": {-1, 0},
	} {
		var s Soak
		err := s.read(length)
		if (err != nil) != (want.count < 0) {
			t.Errorf("%q: %v", length, err)
		}
		if err == nil && (s.count != want.count || s.duration != want.duration) {
			t.Errorf("%q: %d, %v", length, s.count, s.duration)
		}
	}
}

// TestSoakEnds ends runs by their number and by their time.
func TestSoakEnds(t *testing.T) {
	for length, atMost := range map[string]int64{"50,1h": 50 + soakWorkers, "20ms": 1 << 40} {
		t.Setenv(SoakVariable, length)
		s := NewSoak(t, length)
		s.Device = func() uint64 { return 0 }
		s.Run(t, func(*rand.Rand) {
			time.Sleep(time.Millisecond)
			s.Done.Add(1)
		})
		if n := s.Done.Load(); n == 0 || n > atMost {
			t.Errorf("%s: %d steps", length, n)
		}
	}
}
