// Package solve measures how long a witness takes to solve, by our solver and by gnark's in turn.
package solve

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
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
	"bn254":     {ecc.BN254, newBN254, latencies[fr_bn254.Element]},
	"bls12-377": {ecc.BLS12_377, newBLS12377, latencies[fr_bls12377.Element]},
	"bls12-381": {ecc.BLS12_381, newBLS12381, latencies[fr_bls12381.Element]},
	"bw6-761":   {ecc.BW6_761, newBW6761, latencies[fr_bw6761.Element]},
}
