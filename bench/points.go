package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/points"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// pointsHelp is what points -h says first.
const pointsHelp = `bench points times points made at once, by ours and by gnark-crypto in turn.

    bench points -groups bn254/g1,bn254/g2 -operations multiples -sizes 20 -json points.json
    bench points -groups bn254/g1 -operations lagrange -sizes 20 -memory-limit 256M -gnark-runs 0
`

// benchPoints is the command points.
func benchPoints(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := points.Default()
	var out output
	f := newFlags("points", pointsHelp, stdout)
	backend := f.String("backend", string(s.Backend),
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	groups := f.String("groups", strings.Join(s.Groups, ","),
		"groups such as bn254/g1, separated by commas")
	var there []string
	for _, o := range subjects.Operations() {
		there = append(there, string(o))
	}
	operations := f.String("operations", strings.Join(there, ","),
		"what makes the points, separated by commas")
	sizes := f.String("sizes", "10",
		"logarithms of the numbers of points, separated by commas")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs, after a first one")
	f.IntVar(&s.GnarkRuns, "gnark-runs", s.GnarkRuns, "runs of gnark-crypto's, in turn; 0 for none")
	f.Var((*bytesFlag)(&s.Memory), "memory-limit",
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
	s.Groups, s.Operations = words(*groups), nil
	for _, o := range words(*operations) {
		s.Operations = append(s.Operations, subjects.Operation(o))
	}
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
