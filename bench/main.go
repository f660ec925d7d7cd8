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

// command is one of bench's. Its fields are its flags. Only report and compare take files.
type command interface {
	run(ctx context.Context, files []string, stdout, stderr io.Writer) error
}

// dispatch runs a command line, or prints help.
func dispatch(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	args = append(args, "")[:max(1, len(args))] // without a command the empty one
	name := args[0]
	if slices.Contains([]string{"h", "help"}, strings.TrimLeft(name, "-")) {
		_, err := fmt.Fprint(stdout, flags.Help(""))
		return err
	}
	c, files, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprint(stdout, flags.Help(name))
		return err
	}
	if err != nil {
		return err
	}
	return c.run(ctx, files, stdout, stderr)
}

// parse returns the command of a command line, with its flags, and its files.
func parse(args []string) (command, []string, error) {
	name := args[0]
	c, structures := newCommand(name)
	if c == nil {
		return nil, nil, flags.Wrong("name what to do: %s", strings.Join(flags.Commands(), ", "))
	}
	files, err := flags.Parse(name, args[1:], structures...)
	if err == nil && len(files) > 0 && name != "report" && name != "compare" {
		err = flags.Wrong("unexpected argument %q", files[0])
	}
	return c, files, err
}

// newCommand returns a command, and the structures that have its flags; nil for an unknown one.
func newCommand(name string) (command, []any) {
	c := map[string]command{
		"report": new(report), "compare": new(comparison), "suite": new(suite), "cards": new(cards),
	}[name]
	if c != nil {
		return c, []any{c}
	}
	if b := benchmarks.New(name); b != nil {
		m := &measured{benchmark: b}
		return m, []any{m, b}
	}
	return nil, nil
}
