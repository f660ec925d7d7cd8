// Package solve measures how long a witness takes to solve, by our solver and by gnark's in turn.
package solve

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
)

// Settings select the measurements: every circuit with every builder, size and number of threads.
type Settings struct {
	Curve       string
	Circuits    []string // of examples/circuits/catalog, or poseidon
	Builders    []string // r1cs or scs
	Constraints []int    // to come close to
	Threads     []int
	Runs        int
	Clock       results.Clock
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Curve: "bn254", Circuits: []string{"mimc"}, Builders: []string{"r1cs", "scs"},
		Constraints: []int{1 << 16}, Threads: []int{1}, Runs: 7, Clock: results.Wall,
	}
}

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	if _, ok := curves[s.Curve]; !ok {
		return fmt.Errorf("%w: curve %q", ErrSettings, s.Curve)
	}
	for _, name := range s.Circuits {
		if err := known(name); err != nil {
			return fmt.Errorf("%w: %w", ErrSettings, err)
		}
	}
	for _, name := range s.Builders {
		if builders[name] == nil {
			return fmt.Errorf("%w: builder %q; there are r1cs and scs", ErrSettings, name)
		}
	}
	for _, n := range append(append([]int{s.Runs}, s.Constraints...), s.Threads...) {
		if n < 1 {
			return fmt.Errorf("%w: %d is not positive", ErrSettings, n)
		}
	}
	if s.Clock == results.Thread && (len(s.Threads) != 1 || s.Threads[0] != 1) {
		return fmt.Errorf("%w: the clock of a thread measures one thread", ErrSettings)
	}
	return checkClock(s.Clock)
}

// curves are the curves whose systems can be solved.
var curves = map[string]curve{
	"bn254":     curveOf(ecc.BN254, bn254.Of),
	"bls12-377": curveOf(ecc.BLS12_377, bls12377.Of),
	"bls12-381": curveOf(ecc.BLS12_381, bls12381.Of),
	"bw6-761":   curveOf(ecc.BW6_761, bw6761.Of),
}
