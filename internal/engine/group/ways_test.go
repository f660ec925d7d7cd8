package group

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// TestChoose has times decide for small proofs on engines that leave it to them, and nowhere else.
func TestChoose(t *testing.T) {
	sizes := map[string]*engine.Work{
		"small": {MSMs: []engine.MSM{{Points: 100, Cost: 16}}, Gnark: 1, CPU: 1},
		"large": {MSMs: []engine.MSM{{Points: 1 << 20, Cost: 16}}, Gnark: 1, CPU: 1},
	}
	measured := engine.Measured{MSM: engine.Nominal.MSM, Device: time.Second, Host: 1}
	for name, test := range map[string]struct {
		size            string
		device, byTimes bool
		want            engine.Way
		measures        bool
	}{
		"small":                     {"small", true, true, engine.ByGnark, true},
		"small without a device":    {"small", false, true, engine.ByGnark, true},
		"small by size":             {"small", true, false, engine.OnDevice, false},
		"small by size, no device":  {"small", false, false, engine.OnCPU, false},
		"large":                     {"large", true, true, engine.OnDevice, false},
		"large without a device":    {"large", false, true, engine.OnCPU, false},
		"large by size":             {"large", true, false, engine.OnDevice, false},
		"large, by size, no device": {"large", false, false, engine.OnCPU, false},
	} {
		config := engine.Config{ByTimes: test.byTimes}
		s := New(nil, errors.New("none"), Auto, config)
		if test.device {
			s = newMachine(&Config{Config: config, CUDA: cuda.Config{MemoryLimit: 1 << 30}})
		}
		measures := false
		got := s.Choose(sizes[test.size], func() engine.Measured {
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
