package main

import (
	"context"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
)

// msmHelp is the beginning of msm -h.
const msmHelp = `bench msm measures multi-scalar multiplications and checks each result.

    bench msm -groups bn254/g1,bn254/g2 -sizes 16,18,20 -json msm.json
    bench msm -backend cpu -distributions uniform,witness
`

// benchMSM is the command msm.
func benchMSM(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := msm.Default()
	var out output
	f := newFlags("msm", msmHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	groups := f.String("groups", "bn254/g1",
		"curves and groups, separated by commas, such as bls12-381/g2")
	sizes := f.String("sizes", "12,14,16", "sizes, as powers of two, separated by commas")
	distributions := f.String("distributions", "uniform,witness",
		"distributions of scalars, separated by commas: uniform, witness, ones, small, equal, half")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs a row")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "runs before that are not measured")
	f.IntVar(&s.Window, "window", s.Window, "window width in bits; 0 lets the plan choose")
	f.IntVar(&s.Factor, "factor", s.Factor,
		"precomputed multiples a base; 0 lets the plan choose, 1 means none")
	f.IntVar(&s.LargestCPU, "cpu", s.LargestCPU,
		"measure gnark-crypto on the CPU too, up to this power of two; -1 for never")
	f.IntVar(&s.CPURuns, "cpu-runs", s.CPURuns,
		"measured runs of gnark-crypto, after one that is not")
	f.IntVar(&s.Threads, "threads", s.Threads,
		"threads that the process computes with (GOMAXPROCS); 0 for one a core")
	f.IntVar(&s.Batch, "batch", s.Batch, "sums in one call; times are of one sum")
	f.IntVar(&s.Callers, "callers", s.Callers,
		"goroutines that call at once, four times each a run; times are the run's share of one sum")
	devices := f.String("devices", "0",
		"numbers of devices, the first ones, separated by commas; 0 for all")
	f.BoolVar(&s.OneShot, "one-shot", s.OneShot,
		"send the bases with each MSM instead of keeping them on the device")
	f.BoolVar(&s.Checked, "checked", s.Checked,
		"check each sum by a second one: accel.WithCheckedSums; measure without it as well")
	f.BoolVar(&s.OnDevice, "device", s.OnDevice,
		"measure the MSM over scalars that are on the device before, too")
	f.Var((*bytesFlag)(&s.MemoryLimit), "memory-limit",
		"device memory in bytes, or as 500M or 2G; 0 for what is free")
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
	if s.Sizes, err = integers(*sizes); err != nil {
		return err
	}
	s.Groups, s.Distributions = words(*groups), words(*distributions)
	numbers, err := integers(*devices)
	if err != nil {
		return err
	}
	var all []measure.Series
	for _, n := range numbers {
		one := s
		one.Devices = n
		if err := one.Check(); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		all = append(all, &one)
	}
	return out.measure(ctx, stderr, newShow(stdout), all...)
}
