package suite

import (
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// TestReal: the proofs of the set are valid, and each circuit can be built over its curve.
func TestReal(t *testing.T) {
	base := prove.Default()
	base.MemoryLimits = []uint64{1 << 30}
	all := Real(base, func(s prove.Settings) bool { return s.Circuit != "pairing" })
	if len(all) != len(realProofs)-1 {
		t.Errorf("%d proofs were chosen of %d", len(all), len(realProofs))
	}
	for _, s := range all {
		circuit, err := catalog.Lookup(s.Circuit)
		if err != nil {
			t.Fatal(err)
		}
		over := slices.ContainsFunc(circuit.Curves(), func(curve ecc.ID) bool {
			return strings.ReplaceAll(curve.String(), "_", "-") == s.Curve
		})
		if err := s.Check(); err != nil || !over || s.MemoryLimits[0] != 1<<30 {
			t.Errorf("%s of %s over %s: %v, built over it: %t, limits %v", s.Scheme, s.Circuit,
				s.Curve, err, over, s.MemoryLimits)
		}
	}
}

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
