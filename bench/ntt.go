package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// nttHelp is the beginning of ntt -h.
const nttHelp = `bench ntt measures transforms over scalar fields, compared with gnark-crypto's.

    bench ntt -curve bn254,bls12-377 -sizes 18,20,22 -json ntt.json
    bench ntt -queued 1 -cpu-runs 0
`

// benchNTT is the command ntt.
func benchNTT(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := ntt.Default()
	var out output
	f := newFlags("ntt", nttHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	curves := f.String("curve", strings.Join(s.Curves, ","),
		"curves, separated by commas: "+strings.Join(subjects.Curves(), ", "))
	sizes := f.String("sizes", "12,16",
		"logarithms of the numbers of elements, separated by commas")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "runs before, which are not measured")
	f.IntVar(&s.Queued, "queued", s.Queued,
		"transforms a run, queued at once: the time is that of one")
	f.IntVar(&s.CPURuns, "cpu-runs", s.CPURuns, "runs of gnark-crypto's; 0 for none")
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
	s.Curves = words(*curves)
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
