package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/first"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
)

// firstHelp is what first -h says first.
const firstHelp = `bench first times programs from their start to their first verified proof.

    bench first -constraints 65300,1048200 -json first.json
    bench first -scheme groth16,plonk -form raw -gnark-runs 0

Each program is a process. It reads the circuit, its keys and a witness from files of gnark's, makes
a proof and has gnark verify it. Ours and gnark's run in turn.
`

// benchFirst is the command first.
func benchFirst(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := first.Default()
	var out output
	var program first.Program
	f := newFlags("first", firstHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	schemes := f.String("scheme", strings.Join(s.Schemes, ","),
		"groth16, plonk, separated by commas")
	constraints := f.String("constraints", "4096",
		"numbers of constraints to come close to, separated by commas")
	f.StringVar(&s.Form, "form", s.Form, "of the proving key's file: compressed or raw")
	f.StringVar(&s.Circuit, "circuit", s.Circuit, "circuit of examples/circuits")
	f.StringVar(&s.Curve, "curve", s.Curve, "bn254, bls12-377, bls12-381 or bw6-761")
	f.BoolVar(&s.Trusted, "trusted", s.Trusted,
		"trust our solver's first solution, which is compared with gnark's otherwise")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs, after one that does not count")
	f.IntVar(&s.GnarkRuns, "gnark-runs", s.GnarkRuns, "runs of gnark's, in turn; 0 for none")
	f.StringVar((*string)(&program.Of), "program", "",
		"run one program, ours or gnark, with the files of -files, and print its parts")
	f.StringVar(&program.Folder, "files", "", "`folder` that -program reads")
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
	if program.Of != "" {
		program.Scheme, program.Curve = *schemes, s.Curve
		program.Backend, program.Trusted = s.Backend, s.Trusted
		return program.Run(stdout)
	}
	if s.Constraints, err = integers(*constraints); err != nil {
		return err
	}
	s.Schemes = words(*schemes)
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	s.Command = []string{executable, "first"}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
