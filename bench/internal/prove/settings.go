// Package prove measures proofs: our prover and gnark's in turn, every proof verified.
package prove

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Settings select the measurements. There is a row for a circuit in each size, with each limit of
// memory, and each number of proofs at once.
type Settings struct {
	Backend       host.Backend
	Circuit       string
	Scheme        string   // groth16 or plonk
	Curve         string   // such as bls12-377
	Constraints   []int    // to come close to
	MemoryLimits  []uint64 // bytes; 0 for all free memory
	Concurrency   []int    // proofs at once
	Devices       []int    // of the engine, the first ones; 0 for all
	Stream        int      // proofs of a stream, measured besides; 0 for none
	Proofs        int      // measured
	GnarkProofs   int      // by gnark's prover, in turn with ours; 0 for none
	GnarkSolver   bool     // and ours behind gnark's solver, in turn as well
	Warmup        int      // proofs after the first that are not measured
	MinSize       int      // smallest number of points for the device; 0 for the engine's
	StatisticalZK bool
	Commitments   int  // of the circuit, which is mimc then
	Prepared      bool // the circuit is loaded with the key, before the first proof
	Keyless       bool // Groth16's proofs are verified without the verifying key
	Threads       int  // GOMAXPROCS; 0 leaves it
}

// Default are the settings of a command line without flags.
func Default() Settings {
	return Settings{
		Backend: host.Auto, Circuit: "mimc", Scheme: "groth16", Curve: "bn254",
		Constraints: []int{1 << 15}, MemoryLimits: []uint64{0}, Concurrency: []int{1},
		Devices: []int{0}, Proofs: 7, GnarkProofs: 7, Warmup: 2,
	}
}

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Check refuses settings that make no sense.
func (s *Settings) Check() error {
	_, errCircuit := catalog.Lookup(s.Circuit)
	_, errScheme := s.scheme()
	_, errCurve := catalog.LookupCurve(s.Curve)
	if err := errors.Join(errCircuit, errScheme, errCurve); err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	switch {
	case slices.Min(s.Constraints) < 1 || slices.Min(s.Concurrency) < 1:
		return fmt.Errorf("%w: %v constraints, %v proofs at once", ErrSettings, s.Constraints,
			s.Concurrency)
	case len(s.Devices) == 0 || slices.Min(s.Devices) < 0:
		return fmt.Errorf("%w: numbers of devices %v", ErrSettings, s.Devices)
	case len(s.MemoryLimits) == 0 || s.Stream < 0:
		return fmt.Errorf("%w: limits of memory %v, a stream of %d", ErrSettings, s.MemoryLimits,
			s.Stream)
	case s.Proofs < 1 || s.Warmup < 0 || s.GnarkProofs < 0 || s.GnarkProofs > s.Proofs:
		return fmt.Errorf("%w: %d proofs after %d, %d of gnark's", ErrSettings, s.Proofs, s.Warmup,
			s.GnarkProofs)
	case s.Threads < 0 || s.MinSize < 0:
		return fmt.Errorf("%w: %d threads, smallest size %d", ErrSettings, s.Threads, s.MinSize)
	case s.Commitments < 0 || s.Commitments > 0 && s.Circuit != (catalog.MiMC{}).Name():
		return fmt.Errorf("%w: %d commitments of circuit %s", ErrSettings, s.Commitments, s.Circuit)
	case s.Prepared && s.Scheme != "plonk":
		return fmt.Errorf("%w: circuits are loaded ahead for PLONK", ErrSettings)
	case s.Keyless && s.Scheme != "groth16":
		return fmt.Errorf("%w: PLONK's proving key has the verifying key", ErrSettings)
	case s.StatisticalZK && s.Scheme != "plonk":
		return fmt.Errorf("%w: statistical zero-knowledge is PLONK's", ErrSettings)
	}
	return nil
}

// Weight implements measure.Series. Setup and gnark's prover take most of the time, and both go by
// constraints.
func (s *Settings) Weight() (total int64) {
	for _, constraints := range s.Constraints {
		total += s.weight(constraints)
	}
	return total
}

func (s *Settings) weight(constraints int) int64 {
	each := int64(2)
	if s.Scheme == "plonk" {
		each = 4
	}
	return each * int64(s.GnarkProofs+4) * int64(constraints+1<<12)
}

// open opens an engine of some devices with a limit of the memory of each, and sets the number of
// threads. It has gnark log into the book.
func (s *Settings) open(
	devices int, memoryLimit uint64, log *logbook.Book,
) (*accel.Engine, error) {
	if s.Threads > 0 {
		runtime.GOMAXPROCS(s.Threads)
	}
	logger.Set(log.Logger())
	options := []accel.Option{accel.WithLogger(log.Logger()), accel.WithMemoryLimit(memoryLimit),
		host.FirstDevices(devices)}
	if s.MinSize > 0 {
		options = append(options, accel.WithMinSize(s.MinSize))
	}
	return host.Open(s.Backend, options...)
}

// title names a step.
func (s *Settings) title(constraints int) string {
	what := fmt.Sprintf("%s over %s, %s of %s constraints", s.Scheme, s.Curve, s.Circuit,
		about(constraints))
	if s.Commitments > 0 {
		what += fmt.Sprintf(", commitments: %d", s.Commitments)
	}
	return what
}

// about writes powers of two as such.
func about(n int) string {
	if n > 1 && n&(n-1) == 0 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros(uint(n)))
	}
	return fmt.Sprint(n)
}
