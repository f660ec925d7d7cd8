package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
)

// Exit statuses.
const (
	exitVerified    = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // as shells have it: 128 and the number of SIGINT
)

// run is the program without the process around it. It returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	asJSON := wantsJSON(args)
	s, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitVerified
	case err != nil:
		return finish(&report{}, err, asJSON, stdout, stderr)
	case s.list:
		if err := list(stdout, s.json, s.curve); err != nil {
			fmt.Fprintln(stderr, "circuits:", err)
			return exitFailed
		}
		return exitVerified
	}
	p := newProgress(stderr)
	r, err := prove(ctx, s, p)
	return finish(r, err, s.json, stdout, p)
}

// finish prints the report and returns the exit status for err.
func finish(r *report, err error, asJSON bool, stdout, stderr io.Writer) int {
	if err != nil {
		r.Error = err.Error()
		fmt.Fprintf(stderr, "circuits: %v\n", err)
	}
	if r.Times.Prove == nil {
		r.Times.Prove = []float64{} // an empty array in JSON, not null
	}
	write := writeTable
	if r.Plan != nil {
		write = writePlan
	}
	if asJSON {
		write = func(w io.Writer, r *report) error { return writeJSON(w, r) }
	}
	if asJSON || err == nil {
		if err := write(stdout, r); err != nil {
			fmt.Fprintf(stderr, "circuits: writing the result: %v\n", err)
			return exitFailed
		}
	}
	switch {
	case err == nil:
		return exitVerified
	case errors.Is(err, errUsage):
		return exitUsage
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	default:
		return exitFailed
	}
}
