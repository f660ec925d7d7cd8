package benchmarks

import (
	"context"
	"flag"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// proofs select the measurements. There is a row for a circuit in each size, on each number of
// devices and with each limit of memory.
type proofs struct {
	circuits
	MemoryLimits  []uint64 // bytes; 0 for all free memory
	Devices       []int    // numbers of the engine's, the first ones; 0 for all
	Stream        int      // proofs of a stream, measured besides; 0 for none
	Callers       int      // that make the proofs of a stream instead; 0 for a stream
	Proofs        int      // measured
	GnarkProofs   int      // by gnark's prover, interleaved with ours; -1 for as many
	Warmup        int      // proofs after the first that are not measured
	StatisticalZK bool
	Commitments   int  // of the circuit, which is mimc then
	Keyless       bool // Groth16's proofs are verified without the verifying key
}

// Flags implements measure.Settings.
func (s *proofs) Flags(f *flag.FlagSet) {
	s.declare(f, proving.Groth16, "32768")
	measure.Devices(f, &s.Devices)
	measure.Limits(f, &s.MemoryLimits)
	f.IntVar(&s.Stream, "stream", 0,
		"proofs of a stream, measured besides, as often as -proofs says; 0 for none")
	f.IntVar(&s.Callers, "callers", 0,
		"callers that make the proofs of -stream one by one, at once; 0 for a stream")
	f.IntVar(&s.Proofs, "proofs", 7, "measured proofs")
	f.IntVar(&s.GnarkProofs, "gnark-proofs", -1,
		"interleaved proofs by gnark's own prover; -1 for as many")
	f.IntVar(&s.Warmup, "warmup", 2, "proofs after the first that are not measured")
	f.BoolVar(&s.StatisticalZK, "statistical-zk", false, "statistical zero-knowledge, for plonk")
	f.IntVar(&s.Commitments, "commitments", 0, "commitments of the circuit, which is mimc then")
	f.BoolVar(&s.Keyless, "keyless", false, "verify proofs without the verifying key, for groth16")
}

// Steps implements measure.Settings.
func (s *proofs) Steps() ([]measure.Step, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return s.steps("prove", func(ctx context.Context, o *one, emit measure.Emit) error {
		return (&proved{proofs: s, one: *o, ctx: ctx, emit: emit}).rows()
	})
}

// gnarks is the number of proofs by gnark's prover.
func (s *proofs) gnarks() int {
	if s.GnarkProofs < 0 {
		return s.Proofs
	}
	return s.GnarkProofs
}

func (s *proofs) check() error {
	switch {
	case slices.Min(s.Devices) < 0 || s.Stream < 0 || s.Callers < 0:
		return measure.Wrong("a stream of %d for %d callers on %v devices", s.Stream, s.Callers,
			s.Devices)
	case s.Proofs < 1 || s.Warmup < 0 || s.gnarks() > s.Proofs:
		return measure.Wrong("%d proofs after %d, %d of gnark's", s.Proofs, s.Warmup, s.gnarks())
	case s.Commitments < 0 || s.Commitments > 0 && !slices.Equal(s.Circuits, []string{"mimc"}):
		return measure.Wrong("%d commitments of circuits %v", s.Commitments, s.Circuits)
	case s.Keyless && slices.Contains(s.Schemes, proving.PLONK):
		return measure.Wrong("PLONK's proving key has the verifying key")
	case s.StatisticalZK && slices.Contains(s.Schemes, proving.Groth16):
		return measure.Wrong("statistical zero-knowledge is PLONK's")
	}
	return nil
}
