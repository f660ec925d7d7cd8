package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// measured is the command of a benchmark.
func measured(b measure.Benchmark) command {
	run := func(ctx context.Context, args []string, stdout, stderr io.Writer) error {
		f := newFlags(b.Name, stdout)
		var out output
		f.StringVar(&out.path, "o", "", "`file` to append the rows to, in Go's benchmark format")
		f.DurationVar(&out.budget, "budget", 0,
			"time after which nothing more is begun, such as 5m; 0 for none")
		s := b.New()
		s.Flags(f)
		if err := errors.Join(parse(f, args), noArguments(f)); err != nil {
			return err
		}
		steps, err := s.Steps()
		if err != nil {
			return err
		}
		return out.measure(ctx, newPrinter(stdout), stderr, steps)
	}
	return command{b.Name, run}
}

// stepsOf are the steps of a command line, such as "msm -sizes 16,18".
func stepsOf(line string) ([]measure.Step, error) {
	words := strings.Fields(line)
	for _, b := range benchmarks.All() {
		if b.Name != words[0] {
			continue
		}
		f := flag.NewFlagSet(line, flag.ContinueOnError)
		s := b.New()
		s.Flags(f)
		if err := parse(f, words[1:]); err != nil {
			return nil, err
		}
		return s.Steps()
	}
	return nil, fmt.Errorf("%w: %q is no measurement", errUsage, words[0])
}

func newPrinter(stdout io.Writer) *results.Printer {
	return &results.Printer{Out: stdout, Views: benchmarks.Views()}
}

// output is where rows go, and for how long.
type output struct {
	path   string
	budget time.Duration
}

// measure runs steps, and gives each finished row to the file and to the printer.
func (o *output) measure(
	ctx context.Context, show *results.Printer, stderr io.Writer, steps []measure.Step,
) error {
	file := results.NewWriter(o.path)
	recorder := &measure.Recorder{Log: stderr, Emit: func(row *results.Row) error {
		if o.path == "" {
			return show.Print(row)
		}
		return errors.Join(file.Write(row), show.Print(row))
	}}
	if o.budget > 0 {
		recorder.Deadline = time.Now().Add(o.budget)
	}
	err := recorder.Run(ctx, steps)
	for _, what := range recorder.Skipped {
		fmt.Fprintf(stderr, "bench: left out for want of time: %s\n", what)
	}
	return err
}
