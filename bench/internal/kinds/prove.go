package kinds

import (
	"context"
	"flag"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// Prove measures proofs: our prover and gnark's in turn, every proof verified.
var Prove = measure.Kind{
	Name: "prove", About: "proofs by our prover and by gnark's in turn, each verified",
	Help: `bench prove times and verifies proofs of our prover and of gnark's in turn.

    bench prove -scheme groth16,plonk -constraints 65536,262144 -json prove.json
    bench prove -circuit ecrecover -constraints 1000000 -proofs 3 -gnark-proofs 1
`,
	New:   func() measure.Settings { return newProofs() },
	Title: "Proofs",
	Text: `
A time is that of a whole proof, solver and verification included. The first proof includes
loading the key. "Beyond the solver" is the rest of one proof. Host memory is the most of Go's
heap beyond system, witness and keys, with garbage.`,
	Minor: func(r *results.Row) bool { return r.Setting["keyless"] != "" },
	Columns: slices.Concat([]table.Column{
		{Heading: "proof", Cell: proofName}, constraints,
		table.Figure("first", "first ms", table.Duration),
	}, table.Details(
		table.Figure("loading", "load ms", table.Duration),
		table.Figure("first solver", "first solve ms", table.Duration),
		table.Median("verification", "verification"),
		table.Median("without it", "unverified"),
		table.Figure("CPU s", "cpu s", table.Short),
		table.Figure("gnark's", "gnark cpu s", table.Short),
		table.Figure("device sums", "device sums", table.Count),
		table.Figure("CPU sums", "cpu sums", table.Count),
		table.Figure("bytes up", "bytes up", table.Bytes),
		table.Figure("key", "key bytes", table.Bytes),
		table.Figure("device", "device bytes", table.Bytes),
		table.Figure("gnark's memory", "gnark host bytes", table.Bytes),
		table.Figure("proofs", "proofs", table.Count),
	), []table.Column{
		table.Median("gnark-accel", results.Ours),
		table.Figure("beyond the solver", "beyond solver ms", table.Duration),
		table.Figure("a minute", "per minute", table.Count),
		table.Figure("host memory", "host bytes", table.Bytes),
		table.Median("gnark", results.Gnark), table.Faster(),
	}),
}

// proofs select the measurements. There is a row for a circuit in each size, on each number of
// devices and with each limit of memory.
type proofs struct {
	circuits
	MemoryLimits  []uint64 // bytes; 0 for all free memory
	Devices       []int    // numbers of the engine's, the first ones; 0 for all
	Stream        int      // proofs of a stream, measured besides; 0 for none
	Callers       int      // that make the proofs of a stream instead; 0 for a stream
	Proofs        int      // measured
	GnarkProofs   int      // by gnark's prover, in turn with ours; -1 for as many
	Warmup        int      // proofs after the first that are not measured
	StatisticalZK bool
	Commitments   int  // of the circuit, which is mimc then
	Keyless       bool // Groth16's proofs are verified without the verifying key
}

func newProofs() *proofs {
	s := &proofs{
		circuits: newCircuits(proving.Groth16), MemoryLimits: []uint64{0},
		Devices: []int{0}, Proofs: 7, GnarkProofs: -1, Warmup: 2,
	}
	s.Constraints = []int{1 << 15}
	return s
}

// Flags implements measure.Settings.
func (s *proofs) Flags(f *flag.FlagSet) {
	s.circuits.Flags(f)
	measure.Numbers(f, &s.Devices, "devices", "numbers of devices, the first ones; 0 for all")
	measure.Limits(f, &s.MemoryLimits, "memory-limit",
		"device memory in bytes, or as 500M or 2G; 0 for what is free")
	f.IntVar(&s.Stream, "stream", s.Stream,
		"proofs of a stream, measured besides, as often as -proofs says; 0 for none")
	f.IntVar(&s.Callers, "callers", s.Callers,
		"callers that make the proofs of -stream one by one, at once; 0 for a stream")
	f.IntVar(&s.Proofs, "proofs", s.Proofs, "measured proofs")
	f.IntVar(&s.GnarkProofs, "gnark-proofs", s.GnarkProofs,
		"proofs by gnark's own prover, in turn with ours; -1 for as many")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "proofs after the first that are not measured")
	f.BoolVar(&s.StatisticalZK, "statistical-zk", s.StatisticalZK,
		"statistical zero-knowledge, for plonk")
	f.IntVar(&s.Commitments, "commitments", s.Commitments,
		"commitments of the circuit, which is mimc then")
	f.BoolVar(&s.Keyless, "keyless", s.Keyless,
		"verify proofs without the verifying key, for groth16")
}

// Steps implements measure.Settings.
func (s *proofs) Steps() ([]measure.Step, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return s.steps("prove", func(ctx context.Context, o *one, emit measure.Emit) error {
		p := &proved{proofs: s, one: *o, ctx: ctx, emit: emit}
		return p.rows()
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
