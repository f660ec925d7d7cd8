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
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
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
	r := &measure.Run{Context: ctx, Printer: results.Printer{Out: stdout}, Log: stderr}
	err := dispatch(r, append(args, "")[:max(1, len(args))]) // without a command the empty one
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "bench: interrupted; rows that were finished are kept")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "bench:", err)
	if errors.Is(err, flags.ErrUsage) {
		return exitUsage
	}
	return exitFailed
}

// command is one of bench's that is no benchmark. Its fields are its flags.
type command interface {
	run(r *measure.Run, files []string) error
}

// dispatch runs a command line, or prints help.
func dispatch(r *measure.Run, args []string) error {
	c, files, err := parse(r, args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprint(r.Out, flags.Help(args[0]))
		return err
	}
	if err != nil {
		return err
	}
	if b, ok := c.(measure.Benchmark); ok {
		return r.Do(b)
	}
	return c.(command).run(r, files)
}

// parse returns a command or a benchmark with its flags, and its files. The run has flags, too.
func parse(r *measure.Run, args []string) (c any, files []string, err error) {
	name := args[0]
	if slices.Contains([]string{"h", "help"}, strings.TrimLeft(name, "-")) {
		return nil, nil, flag.ErrHelp
	}
	c = map[string]any{
		"report": new(report), "compare": new(comparison), "suite": new(suite), "cards": new(cards),
	}[name]
	if b := benchmarks.New(name); b != nil {
		c = b
	}
	if c == nil {
		return nil, nil, flags.Wrong("name what to do: %s", strings.Join(flags.Commands(), ", "))
	}
	files, err = flags.Parse(name, args[1:], c, r)
	if err == nil && len(files) > 0 && name != "report" && name != "compare" {
		err = flags.Wrong("unexpected argument %q", files[0])
	}
	return c, files, err
}
