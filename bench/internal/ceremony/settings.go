// Package ceremony measures contributions to ceremonies for Groth16 keys and their verification, by
// ours and by gnark in turn.
package ceremony

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Settings select the measurements: both phases over every curve in every size.
type Settings struct {
	Backend     host.Backend
	Curves      []string // such as bls12-377
	Circuit     string
	Constraints []int // to come close to
	Runs        int   // measured, after a first one
	GnarkRuns   int   // in turn with ours; 0 for none
	MinSize     int   // smallest number of points for the device; 0 for the engine's
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Backend: host.Auto, Curves: []string{"bn254"}, Circuit: "mimc", Constraints: []int{1 << 12},
		Runs: 3, GnarkRuns: 1,
	}
}

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	if _, err := catalog.Lookup(s.Circuit); err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	for _, name := range s.Curves {
		if _, err := catalog.LookupCurve(name); err != nil {
			return fmt.Errorf("%w: %w", ErrSettings, err)
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
	return total * int64(len(s.Curves))
}

// weight of a size, on the scale of that of proofs. gnark takes most of the time, also to begin the
// second phase.
func (s *Settings) weight(constraints int) int64 {
	return int64(s.GnarkRuns+2) * 32 * int64(constraints)
}
