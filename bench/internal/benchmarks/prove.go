package benchmarks

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// proofs select the measurements. There is a row for a circuit in each size, on each number of
// devices and with each limit of memory.
type proofs struct {
	circuits
	MinSize       int      // smallest number of points for the device; 0 to choose by times
	MemoryLimit   []uint64 // bytes; 0 for all free memory
	Devices       []int    // numbers of the engine's, the first ones; 0 for all
	Stream        int      // proofs of a stream, measured besides; 0 for none
	Proofs        int      // measured
	GnarkProofs   int      // by gnark's prover, interleaved with ours; -1 for as many
	Warmup        int      // proofs after the first that are not measured
	StatisticalZK bool
	Commitments   int  // of the circuit, which is mimc then
	Keyless       bool // Groth16's proofs are verified without the verifying key
}

// Steps implements measure.Benchmark.
func (s *proofs) Steps() ([]measure.Step, error) {
	if s.GnarkProofs < 0 {
		s.GnarkProofs = s.Proofs
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s.each("prove", func(o *one) error { return (&proved{proofs: s, one: o}).rows() })
}

func (s *proofs) check() error {
	switch {
	case slices.Min(s.Devices) < 0 || s.Stream < 0 || s.MinSize < 0:
		return flags.Wrong("a stream of %d on %v devices, smallest size %d", s.Stream, s.Devices,
			s.MinSize)
	case s.Proofs < 1 || s.Warmup < 0 || s.GnarkProofs > s.Proofs:
		return flags.Wrong("%d proofs after %d, %d of gnark's", s.Proofs, s.Warmup, s.GnarkProofs)
	case s.Commitments < 0 || s.Commitments > 0 && !slices.Equal(s.Circuit, []string{"mimc"}):
		return flags.Wrong("%d commitments of circuits %v", s.Commitments, s.Circuit)
	case s.Keyless && slices.Contains(s.Scheme, proving.PLONK):
		return flags.Wrong("PLONK's proving key has the verifying key")
	case s.StatisticalZK && slices.Contains(s.Scheme, proving.Groth16):
		return flags.Wrong("statistical zero-knowledge is PLONK's")
	}
	return nil
}
