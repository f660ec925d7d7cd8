package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
)

// Exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1 // also for a comparison that is slower than its threshold
	exitUsage       = 2
	exitInterrupted = 130 // as shells have it: 128 and the number of SIGINT
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// gnark's setup and provers cannot be stopped: a second interrupt ends the process at once
	context.AfterFunc(ctx, stop)
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// command is one of bench's.
type command struct {
	name string
	run  func(ctx context.Context, args []string, stdout, stderr io.Writer) error
}

// commands in the order in which they are listed.
func commands() (all []command) {
	for _, b := range benchmarks.All() {
		all = append(all, measured(b))
	}
	return append(all, command{"report", writeReport}, command{"compare", compareFiles},
		command{"suite", runSuite})
}

// execute is the program without its process. It returns the exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := dispatch(ctx, args, stdout, stderr)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return exitDone
	case measure.Interrupted(err):
		fmt.Fprintln(stderr, "bench: interrupted; rows that were finished are kept")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "bench:", err)
	if errors.Is(err, errUsage) || errors.Is(err, measure.ErrSettings) {
		return exitUsage
	}
	return exitFailed
}

func dispatch(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var names []string
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name {
			return c.run(ctx, args[1:], stdout, stderr)
		}
		names = append(names, c.name)
	}
	if len(args) > 0 && slices.Contains([]string{"h", "help"}, strings.TrimLeft(args[0], "-")) {
		text, _, _ := strings.Cut(help, "\n= ")
		fmt.Fprintln(stdout, text)
		for _, c := range commands() {
			about, _ := helpOf(c.name)
			fmt.Fprintf(stdout, "  %-10s %s\n", c.name, about)
		}
		return nil
	}
	return fmt.Errorf("%w: name what to do: %s", errUsage, strings.Join(names, ", "))
}
