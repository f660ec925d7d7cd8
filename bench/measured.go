package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/kinds"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// measured is the command of a kind of measurement.
func measured(kind *measure.Kind) command {
	run := func(ctx context.Context, args []string, stdout, stderr io.Writer) error {
		f := newFlags(kind.Name, kind.Help, stdout)
		var out output
		f.StringVar(&out.json, "json", "", "`file` to append the rows to, one JSON object a line")
		f.DurationVar(&out.budget, "budget", 0,
			"time after which nothing more is begun, such as 5m; 0 for none")
		s := kind.New()
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
	return command{kind.Name, kind.About, run}
}

// stepsOf are the steps of a command line, such as "msm -sizes 16,18".
func stepsOf(line string) ([]measure.Step, error) {
	words := strings.Fields(line)
	for _, kind := range kinds.All() {
		if kind.Name != words[0] {
			continue
		}
		f := flag.NewFlagSet(line, flag.ContinueOnError)
		s := kind.New()
		s.Flags(f)
		if err := parse(f, words[1:]); err != nil {
			return nil, err
		}
		return s.Steps()
	}
	return nil, fmt.Errorf("%w: %q is no measurement", errUsage, words[0])
}

func newPrinter(stdout io.Writer) *table.Printer {
	return &table.Printer{Out: stdout, Columns: kinds.Columns()}
}

// output is where rows go, and for how long.
type output struct {
	json   string
	budget time.Duration
}

// measure runs steps, and gives each finished row to the file and to the printer.
func (o *output) measure(
	ctx context.Context, show *table.Printer, stderr io.Writer, steps []measure.Step,
) error {
	recorder := &measure.Recorder{Log: stderr, Emit: func(row *results.Row) error {
		if o.json == "" {
			return show.Print(row)
		}
		return errors.Join(results.Append(o.json, row), show.Print(row))
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
