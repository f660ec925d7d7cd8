// Package first measures how long a program takes from its start to its first verified proof: ours
// and gnark's in turn, each in a fresh process that reads everything from files of gnark's.
package first

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Settings select the measurements: every scheme in every size.
type Settings struct {
	Backend     host.Backend
	Schemes     []string // groth16 or plonk
	Form        string   // of the proving key's file: compressed or raw
	Circuit     string
	Curve       string // such as bls12-377
	Constraints []int  // to come close to
	Trusted     bool   // our solver's first solution is not compared with gnark's
	Runs        int    // of ours, after one that does not count
	GnarkRuns   int    // in turn with ours; 0 for none
	// Command begins the command line of a program: this executable, and the name of its command.
	Command []string
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Backend: host.Auto, Schemes: []string{"groth16"}, Form: compressed, Circuit: "mimc",
		Curve: "bn254", Constraints: []int{1 << 12}, Runs: 3, GnarkRuns: 1,
	}
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
	switch {
	case s.Form != compressed && s.Form != raw:
		return fmt.Errorf("%w: form %q; there are compressed and raw", ErrSettings, s.Form)
	case slices.Min(s.Constraints) < 1:
		return fmt.Errorf("%w: %v constraints", ErrSettings, s.Constraints)
	case s.Runs < 1 || s.GnarkRuns < 0 || s.GnarkRuns > s.Runs:
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

// weight of a size, on the scale of that of proofs. Keys have to be made before.
func (s *Settings) weight(constraints int) int64 {
	return int64(s.GnarkRuns+1) * 16 * int64(constraints)
}
