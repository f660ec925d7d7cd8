// Command circuits proves circuits that people know, on a CUDA device if there is one.
//
//	go run ./examples/circuits                      # a MiMC chain of about 2^15 constraints
//	go run -tags cuda ./examples/circuits -constraints 1048576 -compare
//	go run ./examples/circuits -plan -scheme plonk -constraints 4000000 -memory-limit 12G
//	go run ./examples/circuits -list
//	go run ./examples/circuits -count 1,4 -circuit ecmul
//
// It compiles a circuit, makes its keys or reads them, loads the proving key onto the device, and
// proves. gnark's own verifier verifies every proof. Standard output has the result, standard error
// tells of each step. The status is 0 only if all proofs are valid, and 2 for a wrong command line.
//
// All times are of the wall clock, and a proof's includes its solver. With -compare each proof is
// followed by one of gnark's own prover, with the same key and witness. Garbage is collected before
// each. bench measures more, and streams of proofs, too.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitVerified = 0
	exitFailed   = 1
	exitUsage    = 2
)

// run is the program without the process around it. It returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	p, err := parseFlags(args, stderr)
	if err == nil {
		err = p.run(stdout, stderr)
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitVerified
	}
	fmt.Fprintln(stderr, "circuits:", err)
	if errors.Is(err, errUsage) {
		return exitUsage
	}
	return exitFailed
}

// run lists, counts, plans or proves, as the command line asks.
func (p *program) run(stdout, progress io.Writer) (err error) {
	p.log, p.progress = newLogger(progress, p.verbose), progress
	p.table = tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	switch {
	case p.list:
		p.writeList()
	case len(p.count) > 0:
		err = p.writeCounts(stdout)
	case p.plan:
		err = p.writePlan()
	default:
		err = p.prove()
	}
	if err != nil {
		return err
	}
	return p.table.Flush()
}

// newLogger makes one logger for gnark and for the engine. Without -v it has warnings alone. gnark
// by itself would log to standard output.
func newLogger(out io.Writer, verbose bool) zerolog.Logger {
	level := zerolog.WarnLevel
	if verbose {
		level = zerolog.DebugLevel
	}
	console := zerolog.ConsoleWriter{Out: out, NoColor: true, TimeFormat: "15:04:05"}
	log := zerolog.New(console).With().Timestamp().Logger().Level(level)
	logger.Set(log)
	return log
}
