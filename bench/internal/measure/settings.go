// Package measure runs measurements: their flags, their steps, and the turns of ours and gnark's.
package measure

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// ErrSettings: settings that make no sense.
var ErrSettings = errors.New("wrong settings")

// Wrong is an error that wraps ErrSettings.
func Wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrSettings, fmt.Errorf(format, args...))
}

// Kind is a kind of measurement. Its file has all that is its own.
type Kind struct {
	Name  string          // of the command and in the rows
	About string          // a line for bench -h
	Help  string          // begins its own -h: what it does, and two examples
	New   func() Settings // those of a command line without flags

	Title, Text string         // of its section on pages
	Columns     []table.Column // the first names the row
	// Minor says of a row that docs/performance.md can do without it.
	Minor func(*results.Row) bool
	// Sizes replaces the table of the page, where sizes are columns.
	Sizes func([]*results.Row) table.Table
}

// Settings select measurements.
type Settings interface {
	// Flags declares the flags.
	Flags(*flag.FlagSet)
	// Steps returns the measurements, or an error that wraps ErrSettings.
	Steps() ([]Step, error)
}

// list is a flag of values separated by commas.
type list[T any] struct {
	to   *[]T
	read func(string) (T, error)
}

// String implements flag.Value.
func (l *list[T]) String() string {
	if l.to == nil {
		return ""
	}
	var texts []string
	for _, value := range *l.to {
		texts = append(texts, fmt.Sprint(value))
	}
	return strings.Join(texts, ",")
}

// Set implements flag.Value.
func (l *list[T]) Set(text string) error {
	*l.to = nil
	for word := range strings.SplitSeq(text, ",") {
		value, err := l.read(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		*l.to = append(*l.to, value)
	}
	return nil
}

// Words declares a flag of names, separated by commas.
func Words(f *flag.FlagSet, to *[]string, name, usage string) {
	f.Var(&list[string]{to, func(word string) (string, error) { return word, nil }}, name, usage)
}

// Numbers declares a flag of numbers, separated by commas.
func Numbers(f *flag.FlagSet, to *[]int, name, usage string) {
	f.Var(&list[int]{to, func(word string) (int, error) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", word)
		}
		return n, nil
	}}, name, usage)
}

// Limits declares a flag of limits of memory, separated by commas.
func Limits(f *flag.FlagSet, to *[]uint64, name, usage string) {
	f.Var(&list[uint64]{to, proving.ParseBytes}, name, usage)
}
