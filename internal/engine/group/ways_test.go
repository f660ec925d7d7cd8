package group

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/times"
)

// TestChoose has times decide for small proofs on engines that leave it to them, and nowhere else.
func TestChoose(t *testing.T) {
	sizes := map[string]*times.Proof{
		"small": {Sums: []times.Sum{{Points: 100, Cost: 16}}, Gnark: 1, CPU: 1},
		"large": {Sums: []times.Sum{{Points: 1 << 20, Cost: 16}}, Gnark: 1, CPU: 1},
	}
	measured := times.Measured{Sum: times.Nominal.Sum, Device: time.Second, Host: 1}
	for name, test := range map[string]struct {
		size            string
		device, byTimes bool
		want            times.Way
		measures        bool
	}{
		"small":                     {"small", true, true, times.ByGnark, true},
		"small without a device":    {"small", false, true, times.ByGnark, true},
		"small by size":             {"small", true, false, times.OnDevice, false},
		"small by size, no device":  {"small", false, false, times.OnCPU, false},
		"large":                     {"large", true, true, times.OnDevice, false},
		"large without a device":    {"large", false, true, times.OnCPU, false},
		"large by size":             {"large", true, false, times.OnDevice, false},
		"large, by size, no device": {"large", false, false, times.OnCPU, false},
	} {
		config := engine.Config{ByTimes: test.byTimes}
		s := New(nil, errors.New("none"), Auto, config)
		if test.device {
			s = newMachine(&Config{Config: config, CUDA: cuda.Config{MemoryLimit: 1 << 30}})
		}
		measures := false
		got := s.Choose(sizes[test.size], func() times.Measured {
			measures = true
			return measured
		})
		if got.Way != test.want || measures != test.measures {
			t.Errorf("%s: %s, measured: %v", name, got.Way, measures)
		}
		if !test.device && got.Device != 0 {
			t.Errorf("%s: %v on no device", name, got.Device)
		}
	}
}
