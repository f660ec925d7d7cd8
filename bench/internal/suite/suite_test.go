package suite

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// TestSettings: the settings of each set are valid and name the wanted backend.
func TestSettings(t *testing.T) {
	sets := map[string][]Part{"full": Full(host.CUDA)}
	for _, kind := range []results.Kind{results.GPU, results.Emulator, results.CPU} {
		sets[string(kind)] = Small(host.CUDA, kind)
	}
	for name, parts := range sets {
		for _, part := range parts {
			for i, series := range part.Series {
				var err error
				var backend host.Backend
				switch s := series.(type) {
				case *msm.Settings:
					err, backend = s.Check(), s.Backend
					for _, group := range s.Groups {
						if _, err := subjects.New(group); err != nil {
							t.Errorf("%s, %s %d: %v", name, part.Name, i, err)
						}
					}
					for _, distribution := range s.Distributions {
						if err := subjects.Draw(1, distribution, func(int, []byte) {}); err != nil {
							t.Errorf("%s, %s %d: %v", name, part.Name, i, err)
						}
					}
				case *ntt.Settings:
					err, backend = s.Check(), s.Backend
				case *prove.Settings:
					err, backend = s.Check(), s.Backend
				case *solve.Settings:
					err, backend = s.Check(), host.CUDA // it uses none
				default:
					t.Fatalf("%s: a series of type %T", name, series)
				}
				if err != nil || backend != host.CUDA || series.Weight() <= 0 {
					t.Errorf("%s, %s %d: %v, backend %s, weight %d", name, part.Name, i, err,
						backend, series.Weight())
				}
			}
		}
	}
}
