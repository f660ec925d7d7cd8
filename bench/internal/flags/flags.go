// Package flags reads command lines. A flag is a field of a structure and a line of help.txt.
package flags

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// ErrUsage: the command line is wrong.
var ErrUsage = errors.New("wrong command line (-help lists the flags)")

// Wrong is an error that wraps ErrUsage.
func Wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrUsage, fmt.Errorf(format, args...))
}

// help is a part about bench, and then one about each command with its flags.
//
//go:embed help.txt
var help string

// Patterns of the help: the name of a command, and the name of a flag, its usual value and a text.
var (
	named = regexp.MustCompile(`(?m)^= ([a-z]+)$`)
	line  = regexp.MustCompile(`(?m)^  -([a-z-]+)(?: (\S+))?  +(\S.*)$`)
)

// Help returns the part about a command, or about bench for the name of none.
func Help(command string) string {
	text := help
	if _, found, ok := strings.Cut(help, "\n= "+command+"\n"); ok {
		text = found
	}
	text, _, _ = strings.Cut(text, "\n= ")
	return text
}

// Commands are the names of all commands.
func Commands() (names []string) {
	for _, words := range named.FindAllStringSubmatch(help, -1) {
		names = append(names, words[1])
	}
	return names
}

// Parse sets fields as a command line says, or to the usual values. It returns the words after the
// flags. Errors are [flag.ErrHelp], or wrap [ErrUsage].
func Parse(command string, args []string, structures ...any) ([]string, error) {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for _, words := range line.FindAllStringSubmatch(Help(command), -1) {
		to, add := field(words[1], structures), f.Func
		if !to.IsValid() {
			return nil, fmt.Errorf("bench %s: no field has the value of -%s", command, words[1])
		}
		if to.Kind() == reflect.Bool { // the flag alone is true
			add = f.BoolFunc
		}
		add(words[1], words[3], func(text string) error { return set(to, text) })
		if words[2] != "" {
			if err := set(to, words[2]); err != nil {
				return nil, fmt.Errorf("the usual value of -%s: %w", words[1], err)
			}
		}
	}
	err := f.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		err = fmt.Errorf("%w: %w", ErrUsage, err)
	}
	return f.Args(), err
}

// field finds the field of a flag: -memory-limit is MemoryLimit.
func field(name string, structures []any) reflect.Value {
	named := func(field string) bool {
		return strings.EqualFold(field, strings.ReplaceAll(name, "-", ""))
	}
	for _, s := range structures {
		if found := reflect.ValueOf(s).Elem().FieldByNameFunc(named); found.IsValid() {
			return found
		}
	}
	return reflect.Value{}
}

// set sets a field as a text says. Values of a list have commas between them, numbers of bytes may
// have a suffix.
func set(field reflect.Value, text string) (err error) {
	switch to := field.Addr().Interface().(type) {
	case flag.Value:
		return to.Set(text)
	case *string:
		*to = text
	case *bool:
		*to, err = strconv.ParseBool(text)
	case *int:
		if *to, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("%q is not a number", text)
		}
	case *float64:
		*to, err = strconv.ParseFloat(text, 64)
	case *uint64:
		*to, err = proving.ParseBytes(text)
	case *time.Duration:
		*to, err = time.ParseDuration(text)
	default:
		words := strings.Split(text, ",")
		field.Set(reflect.MakeSlice(field.Type(), len(words), len(words)))
		for i, word := range words {
			err = errors.Join(err, set(field.Index(i), strings.TrimSpace(word)))
		}
	}
	return err
}
