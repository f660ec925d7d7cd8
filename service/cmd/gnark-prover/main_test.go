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
	for _, c := range commands {
		var out, errOut bytes.Buffer
		err := run(t.Context(), append(strings.Fields(c.name), "-h"), &out, &errOut)
		if !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s -h: %v", c.name, err)
		}
		first, _, _ := strings.Cut(errOut.String(), "\n")
		if !strings.HasPrefix(first, c.name) || !strings.HasSuffix(first, ".") {
			t.Errorf("%s -h begins with %q", c.name, first)
		}
		if len(c.examples) < 2 {
			t.Errorf("%s has %d examples", c.name, len(c.examples))
		}
		for _, example := range c.examples {
			if !strings.HasPrefix(example, c.name) ||
				!strings.Contains(errOut.String(), "  gnark-prover "+example+"\n") {
				t.Errorf("%s: the example %q", c.name, example)
			}
		}
	}
}

// TestListed lists the commands, which is no error where it was asked for.
func TestListed(t *testing.T) {
	for _, line := range []string{"-h", "help", "circuits -h", "circuits --help"} {
		var errOut bytes.Buffer
		err := run(t.Context(), strings.Fields(line), io.Discard, &errOut)
		if !errors.Is(err, flag.ErrHelp) || !strings.Contains(errOut.String(), "circuits add") {
			t.Errorf("%q: %v, %q", line, err, &errOut)
		}
	}
}

// TestWrongCommandLines says what is wrong with them.
func TestWrongCommandLines(t *testing.T) {
	for _, line := range []string{"", "prove", "circuits", "demo now", "demo -size 3"} {
		var out, errOut bytes.Buffer
		err := run(t.Context(), strings.Fields(line), &out, &errOut)
		if !errors.Is(err, errUsage) || errOut.Len() == 0 {
			t.Errorf("%q: %v, %q", line, err, &errOut)
		}
	}
}
