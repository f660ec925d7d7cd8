package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// errUsage: the command line is wrong.
var errUsage = errors.New("wrong command line (-help lists the flags)")

// help has a part for each command: its line of bench -h, and the beginning of its own -h.
//
//go:embed help.txt
var help string

// helpOf returns a command's part of the help.
func helpOf(name string) (about, text string) {
	_, after, _ := strings.Cut("\n"+help, "\n= "+name+": ")
	about, after, _ = strings.Cut(after, "\n")
	text, _, _ = strings.Cut(after, "\n= ")
	return about, strings.TrimSpace(text) + "\n"
}

// newFlags is the flag set of a command, which prints help before its flags.
func newFlags(name string, stdout io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(stdout)
	f.Usage = func() {
		_, text := helpOf(name)
		fmt.Fprintln(f.Output(), text)
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
