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

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
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

// execute is the program without its process. It returns the exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	logger.Disable() // of gnark and of engines, which would print among the rows
	err := dispatch(ctx, args, stdout, stderr)
	switch {
	case err == nil:
		return exitDone
	case measure.Interrupted(err):
		fmt.Fprintln(stderr, "bench: interrupted; rows that were finished are kept")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "bench:", err)
	if errors.Is(err, flags.ErrUsage) {
		return exitUsage
	}
	return exitFailed
}

// command is one of bench's. Its fields are its flags.
type command interface {
	run(ctx context.Context, stdout, stderr io.Writer) error
}

// dispatch runs a command line, or prints help.
func dispatch(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	name := strings.Join(args[:min(1, len(args))], "")
	if slices.Contains([]string{"h", "help"}, strings.TrimLeft(name, "-")) {
		_, err := fmt.Fprint(stdout, flags.Help(""))
		return err
	}
	c, err := parse(name, args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprint(stdout, flags.Help(name))
		return err
	}
	if err != nil {
		return err
	}
	return c.run(ctx, stdout, stderr)
}

// parse returns the command of a command line, with its flags.
func parse(name string, args []string) (command, error) {
	c, structures := newCommand(name)
	if c == nil {
		return nil, flags.Wrong("name what to do: %s", strings.Join(flags.Commands(), ", "))
	}
	words, err := flags.Parse(name, args[1:], structures...)
	if err != nil {
		return nil, err
	}
	switch c := c.(type) {
	case *report:
		c.files = words
	case *comparison:
		c.files = words
	default:
		if len(words) > 0 {
			return nil, flags.Wrong("unexpected argument %q", words[0])
		}
	}
	return c, nil
}

// newCommand returns a command, and the structures that have its flags; nil for an unknown one.
func newCommand(name string) (command, []any) {
	var c command
	switch name {
	case "report":
		c = new(report)
	case "compare":
		c = new(comparison)
	case "suite":
		c = new(suite)
	case "cards":
		c = new(cards)
	default:
		b := benchmarks.New(name)
		if b == nil {
			return nil, nil
		}
		m := &measured{benchmark: b}
		return m, []any{m, b}
	}
	return c, []any{c}
}
