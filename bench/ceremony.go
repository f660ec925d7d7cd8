package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/ceremony"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
)

// ceremonyHelp is what ceremony -h says first.
const ceremonyHelp = `bench ceremony times contributions to ceremonies and their verification.

    bench ceremony -constraints 65300 -json ceremony.json
    bench ceremony -curve bls12-381,bw6-761 -gnark-runs 0
`

// benchCeremony is the command ceremony.
func benchCeremony(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := ceremony.Default()
	var out output
	f := newFlags("ceremony", ceremonyHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	curves := f.String("curve", strings.Join(s.Curves, ","),
		"bn254, bls12-377, bls12-381, bw6-761, separated by commas")
	constraints := f.String("constraints", "4096",
		"numbers of constraints to come close to, separated by commas")
	f.StringVar(&s.Circuit, "circuit", s.Circuit, "circuit of examples/circuits")
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
	s.Curves = words(*curves)
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
