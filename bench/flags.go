package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
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

// integers reads numbers separated by commas.
func integers(list string) ([]int, error) {
	return each(list, func(word string) (int, error) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", word)
		}
		return n, nil
	})
}

// byteCounts reads numbers of bytes separated by commas.
func byteCounts(list string) ([]uint64, error) {
	return each(list, func(word string) (uint64, error) {
		var n bytesFlag
		err := n.Set(word)
		return uint64(n), err
	})
}

// each reads the words between commas. Errors wrap errUsage.
func each[T any](list string, read func(word string) (T, error)) (all []T, err error) {
	for _, word := range words(list) {
		value, err := read(word)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		all = append(all, value)
	}
	return all, nil
}

// bytesFlag is a number of bytes, which may have a binary unit: 2G is 2^31.
type bytesFlag uint64

// String implements flag.Value.
func (b *bytesFlag) String() string { return strconv.FormatUint(uint64(*b), 10) }

// Set implements flag.Value.
func (b *bytesFlag) Set(text string) error {
	digits, shift := text, 0
	for i, unit := range []string{"K", "M", "G"} {
		if cut, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = cut, 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return fmt.Errorf("%q is not a number of bytes, such as 500M or 2G", text)
	}
	*b = bytesFlag(n << shift)
	return nil
}

// words reads names separated by commas.
func words(list string) []string {
	all := strings.Split(list, ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
