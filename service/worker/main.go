// Package worker is the program of a worker, for circuits with hints of their own.
//
// Hints of gnark are Go functions, so a circuit with hints of its own needs a worker that has them.
// Such a program imports the package that registers its hints, and calls [Main]:
//
//	package main
//
//	import (
//		"github.com/gnark-accel/gnark-accel/service/worker"
//
//		_ "example.com/mycircuits/hints"
//	)
//
//	func main() { worker.Main() }
//
// It takes the flags of gnark-prover worker. Jobs go only to workers that have a circuit's hints
// and its version of gnark.
package worker

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

// Main is the main function of a worker's program. It takes the flags of gnark-prover worker, and
// ends the process.
func Main() {
	untrusted.Main()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	flags := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	c := worker.NewCommand(flags)
	err := program.FromEnvironment(flags)
	if err == nil {
		flags.Parse(os.Args[1:]) // which exits where they are wrong
		err = c.Run(ctx, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
