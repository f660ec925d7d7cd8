package measure

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// list is a flag of values separated by commas.
type list[T any] struct {
	to   *[]T
	text string
	read func(string) (T, error)
}

// String implements flag.Value.
func (l *list[T]) String() string { return l.text }

// Set implements flag.Value.
func (l *list[T]) Set(text string) error {
	*l.to, l.text = nil, text
	for word := range strings.SplitSeq(text, ",") {
		value, err := l.read(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		*l.to = append(*l.to, value)
	}
	return nil
}

// declare declares a list, whose usual value a command line could give.
func declare[T any](f *flag.FlagSet, l *list[T], name, usual, usage string) {
	if err := l.Set(usual); err == nil {
		f.Var(l, name, usage)
	}
}

// Words declares a flag of names, separated by commas.
func Words(f *flag.FlagSet, to *[]string, name, usual, usage string) {
	read := func(word string) (string, error) { return word, nil }
	declare(f, &list[string]{to: to, read: read}, name, usual, usage)
}

// Numbers declares a flag of numbers, separated by commas.
func Numbers(f *flag.FlagSet, to *[]int, name, usual, usage string) {
	read := func(word string) (int, error) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", word)
		}
		return n, nil
	}
	declare(f, &list[int]{to: to, read: read}, name, usual, usage)
}

// Limits declares a flag of limits of the device's memory, separated by commas.
func Limits(f *flag.FlagSet, to *[]uint64) {
	declare(f, &list[uint64]{to: to, read: proving.ParseBytes}, "memory-limit", "0",
		"device memory in bytes, or as 500M or 2G; 0 for all that is free")
}

// Devices declares a flag of numbers of devices.
func Devices(f *flag.FlagSet, to *[]int) {
	Numbers(f, to, "devices", "0", "numbers of devices, the first ones; 0 for all")
}
