package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// parse reads a command line. With -help it prints the flags to standard output and returns flag.ErrHelp; other errors wrap
// errUsage.
func parse(f *flag.FlagSet, args []string) error {
	output := f.Output()
	f.SetOutput(io.Discard)
	err := f.Parse(args)
	switch {
	case err == flag.ErrHelp:
		f.SetOutput(output)
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

// integers reads numbers separated by commas.
func integers(list string) ([]int, error) {
	var all []int
	for field := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return nil, fmt.Errorf("%w: %q is not a number", errUsage, field)
		}
		all = append(all, n)
	}
	return all, nil
}

// words reads names separated by commas.
func words(list string) []string {
	all := strings.Split(list, ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
