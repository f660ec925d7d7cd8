package main

import (
	"context"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
)

// proveHelp is the beginning of prove -h.
const proveHelp = `bench prove times and verifies proofs of our prover and of gnark's in turn.

    bench prove -scheme groth16,plonk -constraints 65536,262144 -json prove.json
    bench prove -set real -budget 8m -json real.json
`

// benchProve is the command prove.
func benchProve(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := prove.Default()
	var out output
	f := newFlags("prove", proveHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	set := f.String("set", "",
		"real: circuits that people buy GPUs for, of 1 to 48 million constraints; -circuit, "+
			"-scheme and -curve choose among them, -constraints has them in another size")
	circuits := f.String("circuit", s.Circuit, "circuits of examples/circuits, separated by commas")
	schemes := f.String("scheme", s.Scheme, "proof systems, separated by commas: groth16, plonk")
	curves := f.String("curve", s.Curve, "curves, separated by commas")
	constraints := f.String("constraints", "32768",
		"numbers of constraints to come close to, separated by commas")
	devices := f.String("devices", "0",
		"numbers of devices, the first ones, separated by commas; 0 for all")
	concurrency := f.String("concurrency", "1", "numbers of proofs at once, separated by commas")
	f.IntVar(&s.Stream, "stream", s.Stream,
		"proofs of a stream, measured besides, as often as -proofs says; 0 for none")
	f.IntVar(&s.Proofs, "proofs", s.Proofs,
		"measured proofs; of several at once, turns of three proofs each")
	gnark := f.Int("gnark-proofs", -1,
		"proofs by gnark's own prover, in turn with ours; -1 for as many")
	f.BoolVar(&s.GnarkSolver, "gnark-solver", s.GnarkSolver,
		"proofs by our prover behind gnark's solver as well, in turn with ours")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "proofs after the first that are not measured")
	limits := f.String("memory-limit", "0",
		"device memory in bytes, or as 500M or 2G, separated by commas; 0 for what is free")
	f.IntVar(&s.MinSize, "min-size", s.MinSize,
		"smallest number of points worth the device; 0 for the engine's")
	f.IntVar(&s.Threads, "threads", s.Threads,
		"threads that the process computes with (GOMAXPROCS); 0 for one a core")
	f.BoolVar(&s.StatisticalZK, "statistical-zk", s.StatisticalZK,
		"statistical zero-knowledge, for plonk")
	f.IntVar(&s.Commitments, "commitments", s.Commitments,
		"commitments of the circuit, which is mimc then")
	f.BoolVar(&s.Prepared, "prepared", s.Prepared,
		"load the circuit with the key, before the first proof, for plonk")
	f.BoolVar(&s.Keyless, "keyless", s.Keyless,
		"verify proofs without the verifying key, for groth16")
	out.flags(f)
	if err := parse(f, args); err != nil {
		return err
	}
	if err := noArguments(f); err != nil {
		return err
	}
	var err error
	if s.Backend, err = host.ParseBackend(*backend); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if s.Constraints, err = integers(*constraints); err != nil {
		return err
	}
	if s.Concurrency, err = integers(*concurrency); err != nil {
		return err
	}
	if s.Devices, err = integers(*devices); err != nil {
		return err
	}
	if s.MemoryLimits, err = byteCounts(*limits); err != nil {
		return err
	}
	if s.GnarkProofs = *gnark; *gnark < 0 {
		s.GnarkProofs = s.Proofs
	}
	if *set != "" {
		all, err := provedSet(*set, f, s)
		if err != nil {
			return err
		}
		return out.measure(ctx, stderr, newShow(stdout), all...)
	}
	var all []measure.Series
	for _, scheme := range words(*schemes) {
		for _, curve := range words(*curves) {
			for _, circuit := range words(*circuits) {
				one := s
				one.Scheme, one.Curve, one.Circuit = scheme, curve, circuit
				if err := one.Check(); err != nil {
					return fmt.Errorf("%w: %w", errUsage, err)
				}
				all = append(all, &one)
			}
		}
	}
	return out.measure(ctx, stderr, newShow(stdout), all...)
}
