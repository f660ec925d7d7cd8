// Command gnark-prover proves gnark's circuits as a service: jobs wait in NATS, workers prove them
// on GPUs or CPUs, and proofs leave verified.
//
//	go run ./cmd/gnark-prover demo
//	go run -tags cuda ./cmd/gnark-prover serve
package main

import (
	"context"
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

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
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

// command is a subcommand.
type command struct {
	name     string
	does     string   // a sentence whose subject is the name
	examples []string // two command lines, without the program
	run      func(ctx context.Context, c *call) error
}

var commands = []command{
	serveCommand, workerCommand, addCommand, listCommand, removeCommand, submitCommand,
	statusCommand, jobsCommand, drainCommand, keyCommand, demoCommand, versionCommand,
}

// call is a command that is being run.
type call struct {
	flags       *flag.FlagSet
	arguments   []string // the whole command line, before it is parsed
	out, errOut io.Writer
}

// parse parses the environment and the flags. It returns the other arguments, one for each name.
func (c *call) parse(names ...string) ([]string, error) {
	if err := natsflags.FromEnvironment(c.flags); err != nil {
		return nil, err
	}
	if err := c.flags.Parse(c.arguments); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, errUsage
	}
	if c.flags.NArg() != len(names) {
		fmt.Fprintf(c.errOut, "%s takes %d arguments: %s\n", c.flags.Name(), len(names),
			strings.Join(names, " "))
		c.flags.Usage()
		return nil, errUsage
	}
	return c.flags.Args(), nil
}

// run runs the command that the arguments name.
func run(ctx context.Context, arguments []string, out, errOut io.Writer) error {
	for _, c := range commands {
		words := strings.Fields(c.name)
		if len(arguments) < len(words) || strings.Join(arguments[:len(words)], " ") != c.name {
			continue
		}
		flags := flag.NewFlagSet("gnark-prover "+c.name, flag.ContinueOnError)
		flags.SetOutput(errOut)
		flags.Usage = func() { describe(errOut, c, flags) }
		return c.run(ctx, &call{flags, arguments[len(words):], out, errOut})
	}
	usage(errOut)
	for _, help := range []string{"-h", "-help", "--help", "help"} {
		if slices.Contains(arguments, help) {
			return flag.ErrHelp
		}
	}
	return errUsage
}

func usage(to io.Writer) {
	fmt.Fprintln(to, "gnark-prover proves gnark's circuits as a service.")
	fmt.Fprintln(to)
	for _, c := range commands {
		fmt.Fprintf(to, "  %-16s %s\n", c.name, c.does)
	}
	fmt.Fprintln(to)
	fmt.Fprintln(to, "Each command has -h. The environment sets flags: GNARK_PROVER_FOLDER is "+
		"-folder.")
}

// describe prints the purpose of a command, with examples and flags.
func describe(to io.Writer, c command, flags *flag.FlagSet) {
	fmt.Fprintf(to, "gnark-prover %s %s\n\n", c.name, c.does)
	for _, example := range c.examples {
		fmt.Fprintf(to, "  gnark-prover %s\n", example)
	}
	fmt.Fprintln(to)
	flags.PrintDefaults()
}

// client parses the flags, natsflags among them, and connects as the tenant that they name. It says
// when the connection is lost, and when it is back. It returns the other arguments too, one for
// each name.
func (c *call) client(ctx context.Context, names ...string) (*client.Client, []string, error) {
	where := natsflags.New(c.flags)
	arguments, err := c.parse(names...)
	if err != nil {
		return nil, nil, err
	}
	where.Tell = func(line string) { fmt.Fprintln(c.errOut, line) }
	queue, err := where.DialOne(ctx)
	if err != nil {
		return nil, nil, err
	}
	return (*client.Client)(queue.Handle()), arguments, nil
}

func printJSON(c *call, value any) error {
	encoder := json.NewEncoder(c.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
