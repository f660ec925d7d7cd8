package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// benchstat is the command benchstat.
func benchstat(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := flag.NewFlagSet("benchstat", flag.ContinueOnError)
	f.SetOutput(stdout)
	f.Usage = func() { fmt.Fprintln(f.Output(), "bench benchstat results.json ...") }
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return fmt.Errorf("%w: name files of results", errUsage)
	}
	rows, err := results.ReadFiles(f.Args()...)
	if err != nil {
		return err
	}
	return results.WriteBenchstat(stdout, rows)
}
