package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
)

// TestHelp holds each command's help to a sentence and two examples.
func TestHelp(t *testing.T) {
	for name := range commands {
		var out, errOut bytes.Buffer
		err := run(t.Context(), append(strings.Fields(name), "-h"), &out, &errOut)
		if !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s -h: %v", name, err)
		}
		first, text, _ := strings.Cut(errOut.String(), "\n")
		does, begins := strings.CutPrefix(first, "gnark-prover "+name+" ")
		if !begins || !strings.HasSuffix(does, ".") || strings.HasPrefix(does, name) {
			t.Errorf("%s -h begins with %q", name, first)
		}
		if n := strings.Count(text, "\n  gnark-prover "+name); n != 2 {
			t.Errorf("%s has %d examples", name, n)
		}
	}
}

// TestCommandLines lists the commands, and tells how a line is wrong. The list is no error where it
// was asked for.
func TestCommandLines(t *testing.T) {
	for line, want := range map[string]error{
		"-h": flag.ErrHelp, "help": flag.ErrHelp, "circuits -h": flag.ErrHelp,
		"circuits --help": flag.ErrHelp, "": errUsage, "prove": errUsage, "circuits": errUsage,
		"demo now": errUsage, "demo -size 3": errUsage,
	} {
		var errOut bytes.Buffer
		err := run(t.Context(), strings.Fields(line), io.Discard, &errOut)
		listed := strings.Contains(errOut.String(), "circuits add")
		if !errors.Is(err, want) || errOut.Len() == 0 || want == flag.ErrHelp && !listed {
			t.Errorf("%q: %v, %q", line, err, &errOut)
		}
	}
}
