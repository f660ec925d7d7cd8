// Command circuits proves circuits that people know on whatever is there. That is a CUDA device if
// the program was built with the tag cuda and finds one, and the CPU otherwise.
//
//	go run ./examples/circuits                      # a MiMC chain of about 2^15 constraints
//	go run -tags cuda ./examples/circuits -constraints 1048576 -compare
//	go run ./examples/circuits -plan -scheme plonk -constraints 4000000 -memory-limit 12G
//	go run ./examples/circuits -list
//	go run ./examples/circuits -count 1,2,4 -circuit ecmul
//
// It compiles the circuit, makes its keys (or reads them, see -keys), loads the proving key onto
// the device, proves and verifies. Every proof is verified with gnark's own verifier, and the exit
// status is 0 only if all are valid; it is 2 for a wrong command line, 130 after an interrupt, and
// 1 for everything else that fails.
//
// Standard output holds the result and nothing else: a table, or with -json exactly one JSON
// object, also when something fails. Standard error tells of each step in a line.
//
// # What is measured
//
// All times are wall-clock times. "solve" is one run of gnark's solver by itself, before the
// proofs; each proof runs the solver again and its time includes it. "first" is the first proof
// after the key was loaded, "median" that over all of -proofs, and "beyond the solver" the median
// of what each takes less what gnark says that its solver took in it. With -compare each proof is
// followed by one of gnark's own prover, with the same key and witness in the same process, and the
// speed-up is the quotient of the two medians. Garbage is collected before each proof, so that no
// proof pays for another's.
//
// With -stream n, n more proofs are made as one stream, and verified after it. "overlap" is what
// the longer of the two parts of a proof took on average before, divided by the stream's time a
// proof.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

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
	case s.list || len(s.count) > 0:
		if s.list {
			err = list(stdout, s.json, s.curve)
		} else {
			err = count(ctx, stdout, s, newProgress(stderr))
		}
		if err != nil {
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
