package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// errUsage: the command line is wrong.
var errUsage = errors.New("wrong command line (-help lists the flags)")

// newFlags is the flag set of a command, which prints help before its flags. The help explains the
// command in its first lines, and gives two examples.
func newFlags(name, help string, stdout io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(stdout)
	f.Usage = func() {
		fmt.Fprintln(f.Output(), help)
		f.PrintDefaults()
	}
	return f
}

// parse reads a command line. With -help it prints the flags to standard output and returns
// flag.ErrHelp; other errors wrap errUsage.
func parse(f *flag.FlagSet, args []string) error {
	stdout := f.Output()
	f.SetOutput(io.Discard)
	err := f.Parse(args)
	switch {
	case err == flag.ErrHelp:
		f.SetOutput(stdout)
		f.Usage()
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return nil
}

// noArguments refuses arguments after the flags.
func noArguments(f *flag.FlagSet) error {
	if f.NArg() > 0 {
		return fmt.Errorf("%w: unexpected argument %q", errUsage, f.Arg(0))
	}
	return nil
}
