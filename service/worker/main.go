package worker

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	_ "github.com/gnark-accel/gnark-accel/service/internal/stdhints" // gnark's own
)

// Main is the main function of a worker's program. It takes the flags of gnark-prover worker, and
// ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	flags := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	c := NewCommand(flags)
	err := natsflags.FromEnvironment(flags)
	if err == nil {
		flags.Parse(os.Args[1:]) // which exits where they are wrong
		err = c.Run(ctx, os.Stderr)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
