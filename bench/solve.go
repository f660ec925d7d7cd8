package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
	"github.com/rs/zerolog"
)

// solveHelp is what solve -h says first.
const solveHelp = `bench solve times our solver and gnark's in turn, and compares their solutions.

    bench solve -circuit mimc,keccak -builder r1cs,scs -constraints 65536 -json solve.json
    bench solve -circuit sha256 -threads 1,16 -runs 7
`

// benchSolve is the command solve.
func benchSolve(ctx context.Context, args []string, stdout, _ io.Writer) error {
	s := solve.Default()
	f := newFlags("solve", solveHelp, stdout)
	circuits := f.String("circuit", strings.Join(s.Circuits, ","),
		"circuits of examples/circuits, separated by commas")
	builders := f.String("builder", strings.Join(s.Builders, ","), "r1cs, scs, separated by commas")
	constraints := f.String("constraints", "65536",
		"numbers of constraints to come close to, separated by commas")
	threads := f.String("threads", "1", "numbers of threads, separated by commas")
	clock := f.String("clock", string(s.Clock), "wall, or thread: processor time of one thread")
	file := f.String("json", "", "`file` to append the rows to, one JSON object a line")
	f.StringVar(&s.Curve, "curve", s.Curve, "bn254, bls12-377, bls12-381 or bw6-761")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs of either solver, in turn")
	if err := parse(f, args); err != nil {
		return err
	}
	if err := noArguments(f); err != nil {
		return err
	}
	s.Circuits, s.Builders, s.Clock = words(*circuits), words(*builders), solve.Clock(*clock)
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
	return writeSolutions(ctx, &s, stdout, *file)
}

// writeSolutions writes each row as a line of a table, and of a file.
func writeSolutions(
	ctx context.Context, s *solve.Settings, stdout io.Writer, path string,
) (err error) {
	machine, err := machineWithoutDevice()
	if err != nil {
		return err
	}
	file := io.Discard
	if path != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		file = f
	}
	if err := solve.WriteHeading(stdout); err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	return s.Run(ctx, func(row *solve.Solve) error {
		now := time.Now().UTC().Truncate(time.Second)
		line := solve.Row{Schema: results.Schema, Date: now, Machine: machine, Solve: row}
		return errors.Join(encoder.Encode(line), solve.WriteRow(stdout, row))
	})
}

// machineWithoutDevice describes the host: solvers need no device.
func machineWithoutDevice() (results.Machine, error) {
	engine, err := host.Open(host.CPU, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return results.Machine{}, err
	}
	return host.Machine(engine), engine.Close()
}
