package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/keys"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// setupHelp is what setup -h says first.
const setupHelp = `bench setup times our setups and gnark's in turn, and checks the keys.

    bench setup -scheme groth16,plonk -constraints 65300,1048200 -json setup.json
    bench setup -curve bls12-381 -gnark-runs 0
`

// loadHelp is what load -h says first.
const loadHelp = `bench load times the checked reading of proving keys, ours and gnark's in turn.

    bench load -scheme groth16,plonk -form compressed,raw -constraints 1048200 -json load.json
    bench load -backend cpu -runs 1
`

// benchSetup is the command setup.
func benchSetup(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return benchKeys(ctx, results.Setup, setupHelp, args, stdout, stderr)
}

// benchLoad is the command load.
func benchLoad(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return benchKeys(ctx, results.Load, loadHelp, args, stdout, stderr)
}

func benchKeys(ctx context.Context, step results.KeyStep, help string, args []string,
	stdout, stderr io.Writer) error {
	s := keys.Default(step)
	var out output
	f := newFlags(string(step), help, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	schemes := f.String("scheme", strings.Join(s.Schemes, ","),
		"groth16, plonk, separated by commas")
	forms := new(string)
	if step == results.Load {
		forms = f.String("form", strings.Join(s.Forms, ","),
			"of files: compressed, raw, separated by commas")
	}
	constraints := f.String("constraints", "4096",
		"numbers of constraints to come close to, separated by commas")
	f.StringVar(&s.Circuit, "circuit", s.Circuit, "circuit of examples/circuits")
	f.StringVar(&s.Curve, "curve", s.Curve, "bn254, bls12-377, bls12-381 or bw6-761")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs, after a first one")
	f.IntVar(&s.GnarkRuns, "gnark-runs", s.GnarkRuns, "runs of gnark's, in turn; 0 for none")
	f.IntVar(&s.MinSize, "min-size", s.MinSize,
		"smallest number of points worth the device (default: the engine's)")
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
	s.Schemes, s.Forms = words(*schemes), words(*forms)
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
