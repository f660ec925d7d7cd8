package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
)

// solveHelp is what solve -h says first.
const solveHelp = `bench solve times our solver and gnark's in turn, and compares their solutions.

    bench solve -circuit mimc,keccak -builder r1cs,scs -constraints 65536 -json solve.json
    bench solve -circuit sha256 -threads 1,16 -runs 7
`

// benchSolve is the command solve.
func benchSolve(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s := solve.Default()
	var out output
	f := newFlags("solve", solveHelp, stdout)
	circuits := f.String("circuit", strings.Join(s.Circuits, ","),
		"circuits of examples/circuits, separated by commas")
	builders := f.String("builder", strings.Join(s.Builders, ","), "r1cs, scs, separated by commas")
	constraints := f.String("constraints", "65536",
		"numbers of constraints to come close to, separated by commas")
	threads := f.String("threads", "1", "numbers of threads, separated by commas")
	clock := f.String("clock", string(s.Clock), "wall, or thread: processor time of one thread")
	f.StringVar(&s.Curve, "curve", s.Curve, "bn254, bls12-377, bls12-381 or bw6-761")
	out.flags(f)
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs of either solver, in turn")
	if err := parse(f, args); err != nil {
		return err
	}
	if err := noArguments(f); err != nil {
		return err
	}
	s.Circuits, s.Builders, s.Clock = words(*circuits), words(*builders), results.Clock(*clock)
	var err error
	if s.Constraints, err = integers(*constraints); err != nil {
		return err
	}
	if s.Threads, err = integers(*threads); err != nil {
		return err
	}
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return out.measure(ctx, stderr, newShow(stdout), &s)
}
