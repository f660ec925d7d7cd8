// Command gnark-prover proves gnark's circuits as a service: jobs wait in NATS, workers prove them
// on GPUs or CPUs, and proofs leave verified.
//
//	go run ./cmd/gnark-prover demo
//	go run -tags cuda ./cmd/gnark-prover serve
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

func main() {
	untrusted.Main()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "gnark-prover:", err)
		os.Exit(1)
	}
}

// errUsage: the command line is wrong, which has been said.
var errUsage = errors.New("wrong command line")

// commands are the subcommands, which help.txt describes.
var commands = map[string]func(ctx context.Context, c *call) error{
	"serve":           runServe,
	"worker":          runWorker,
	"circuits add":    runAdd,
	"circuits list":   runList,
	"circuits remove": runOn("CIRCUIT", "removed", (*client.Client).RemoveCircuit),
	"submit":          runSubmit,
	"status":          runStatus,
	"jobs":            runJobs,
	"drain":           runOn("WORKER", "drains", (*client.Client).Drain),
	"key":             runKey,
	"demo":            runDemo,
	"version":         runVersion,
}

// proving are the commands that end with the proofs under way. Others end within a second.
var proving = []string{"serve", "worker", "demo"}

// late returns a context that ends a second after another.
func late(of context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(of))
	context.AfterFunc(of, func() {
		time.AfterFunc(time.Second, func() { cancel(context.Cause(of)) })
	})
	return ctx
}

// help has a sentence on each command, whose subject is its name, and two examples.
//
//go:embed help.txt
var help string

type call struct {
	flags       *flag.FlagSet
	arguments   []string // the whole command line, and without flags once it is parsed
	lineOnly    []string // flags that the environment does not set
	prover      *client.Client
	out, errOut io.Writer
}

// parse parses the environment and the flags. There is an argument beside them for each name.
func (c *call) parse(names ...string) error {
	if err := program.FromEnvironment(c.flags, c.lineOnly...); err != nil {
		return err
	}
	if err := c.flags.Parse(c.arguments); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	if c.arguments = c.flags.Args(); len(c.arguments) != len(names) {
		fmt.Fprintf(c.errOut, "%s takes %d arguments: %s\n", c.flags.Name(), len(names),
			strings.Join(names, " "))
		c.flags.Usage()
		return errUsage
	}
	return nil
}

func run(ctx context.Context, arguments []string, out, errOut io.Writer) error {
	for n := range min(2, len(arguments)) {
		name := strings.Join(arguments[:n+1], " ")
		if run, known := commands[name]; known {
			flags := flag.NewFlagSet("gnark-prover "+name, flag.ContinueOnError)
			flags.SetOutput(errOut)
			flags.Usage = func() { describe(errOut, name, flags) }
			c := &call{flags: flags, arguments: arguments[n+1:], out: out, errOut: errOut}
			if slices.Contains(proving, name) {
				return run(ctx, c)
			}
			_, err := interrupt.Await(late(ctx), func() (any, error) {
				defer c.close()
				return nil, run(ctx, c)
			})
			return err
		}
	}
	usage(errOut)
	for _, help := range []string{"-h", "-help", "--help", "help"} {
		if slices.Contains(arguments, help) {
			return flag.ErrHelp
		}
	}
	return errUsage
}

func isExample(line string) bool { return strings.HasPrefix(line, "      ") }

func usage(to io.Writer) {
	for line := range strings.Lines(help) {
		if !isExample(line) {
			io.WriteString(to, line)
		}
	}
}

func describe(to io.Writer, name string, flags *flag.FlagSet) {
	_, text, _ := strings.Cut(help, "\n  "+name+"  ")
	does, text, _ := strings.Cut(text, "\n")
	fmt.Fprintf(to, "gnark-prover %s %s\n\n", name, strings.TrimSpace(does))
	for line := range strings.Lines(text) {
		if !isExample(line) {
			break
		}
		fmt.Fprintf(to, "  %s\n", strings.TrimSpace(line))
	}
	fmt.Fprintln(to)
	flags.PrintDefaults()
}

// connect parses the flags, those of NATS among them, and connects as the tenant that they name.
func (c *call) connect(ctx context.Context, names ...string) error {
	where := program.NewFlags(c.flags)
	if err := c.parse(names...); err != nil {
		return err
	}
	where.Tell = func(line string) { fmt.Fprintln(c.errOut, line) }
	queue, err := where.DialOne(ctx)
	if err == nil {
		c.prover = (*client.Client)(queue.Handle())
	}
	return err
}

func (c *call) close() {
	if c.prover != nil {
		c.prover.Close()
	}
}

// runOn has a client do something to the one thing that a command names.
func runOn(
	what, done string, do func(prover *client.Client, ctx context.Context, name string) error,
) func(context.Context, *call) error {
	return func(ctx context.Context, c *call) error {
		err := c.connect(ctx, what)
		if err == nil {
			err = do(c.prover, ctx, c.arguments[0])
		}
		if err == nil {
			fmt.Fprintln(c.out, c.arguments[0], done)
		}
		return err
	}
}

func (c *call) print(value any, err error) error {
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(c.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
