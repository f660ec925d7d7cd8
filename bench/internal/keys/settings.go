// Package keys measures the life of keys: setups, and the reading of proving keys with all checks,
// by ours and by gnark in turn.
package keys

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Settings select the measurements of one step: every scheme in every size, and for files every
// form.
type Settings struct {
	Backend     host.Backend
	Step        results.KeyStep
	Schemes     []string // groth16 or plonk
	Forms       []string // of files: compressed or raw
	Circuit     string
	Curve       string // such as bls12-377
	Constraints []int  // to come close to
	Runs        int    // measured, after a first one
	GnarkRuns   int    // in turn with ours; 0 for none
	MinSize     int    // smallest number of points for the device; 0 for the engine's
}

// Default are the settings of a command line without flags.
func Default(step results.KeyStep) Settings {
	s := Settings{
		Backend: host.Auto, Step: step, Schemes: []string{"groth16", "plonk"}, Forms: []string{""},
		Circuit: "mimc", Curve: "bn254", Constraints: []int{1 << 12}, Runs: 3, GnarkRuns: 1,
	}
	if step == results.Load {
		s.Forms = []string{compressed, raw}
	}
	return s
}

// Forms of files.
const (
	compressed = "compressed"
	raw        = "raw"
)

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	_, errCircuit := catalog.Lookup(s.Circuit)
	_, errCurve := catalog.LookupCurve(s.Curve)
	if err := errors.Join(errCircuit, errCurve); err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	for _, name := range s.Schemes {
		if schemes[name].builder == nil {
			return fmt.Errorf("%w: unknown scheme %q: there are groth16, plonk", ErrSettings, name)
		}
	}
	for _, form := range s.Forms {
		if !slices.Contains([]string{compressed, raw}, form) && s.Step == results.Load {
			return fmt.Errorf("%w: form %q; there are compressed and raw", ErrSettings, form)
		}
	}
	if slices.Min(s.Constraints) < 1 || s.MinSize < 0 {
		return fmt.Errorf("%w: %v constraints, smallest size %d", ErrSettings, s.Constraints,
			s.MinSize)
	}
	if s.Runs < 1 || s.GnarkRuns < 0 || s.GnarkRuns > s.Runs {
		return fmt.Errorf("%w: %d runs, %d of gnark's", ErrSettings, s.Runs, s.GnarkRuns)
	}
	return nil
}

// Weight implements measure.Series.
func (s *Settings) Weight() (total int64) {
	for _, constraints := range s.Constraints {
		total += s.weight(constraints)
	}
	return total * int64(len(s.Schemes))
}

// weight of a size, on the scale of that of proofs. gnark takes most of the time.
func (s *Settings) weight(constraints int) int64 {
	return int64(s.GnarkRuns+1) * 16 * int64(constraints)
}
