package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// The sets: lines such as "ntt: ntt -queued 1", a part and a command line.
var (
	//go:embed suites/full.txt
	full string
	//go:embed suites/small.txt
	small string
	//go:embed suites/emulator.txt
	emulated string
)

// suite is the command suite.
type suite struct {
	Set, Out string
	Parts    []string
	Backend  proving.Backend
	Budget   time.Duration
}

func (s *suite) run(ctx context.Context, stdout, stderr io.Writer) error {
	text, err := s.text()
	if err != nil {
		return err
	}
	until := time.Now().Add(s.Budget)
	parts, lines := readParts(text)
	for _, part := range s.Parts {
		if lines[part] == nil {
			return flags.Wrong("unknown part %q of %v", part, parts)
		}
	}
	if len(s.Parts) > 0 {
		parts = s.Parts
	}
	for _, part := range parts {
		path := filepath.Join(s.Out, part+".txt")
		r := newRun(ctx, path, stdout, stderr)
		if s.Budget > 0 {
			r.Until = until
		}
		fmt.Fprintf(stderr, "bench: %s, to %s\n", part, path)
		if err := errors.Join(runLines(r, lines[part], s.Backend), leftOut(r)); err != nil {
			return err
		}
	}
	return nil
}

// runLines measures what command lines say, on a backend unless a line names one.
func runLines(r *measure.Run, lines []string, backend proving.Backend) error {
	for _, line := range lines {
		b, err := benchmarkOf(line, backend)
		if err == nil {
			err = r.Do(b)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// text returns the lines of the set, and chooses its usual backend if there is to be none.
func (s *suite) text() (string, error) {
	switch s.Set {
	case "full":
		if s.Backend == "" {
			s.Backend = proving.CUDA
		}
		return full, nil
	case "small":
		if s.Backend == "" {
			s.Backend = proving.Auto
		}
		machine, err := measure.MachineOf(s.Backend)
		if machine.Kind() == results.Emulator {
			return emulated, err
		}
		return small, err
	}
	return "", flags.Wrong("unknown set %q: there are small, full", s.Set)
}

// readParts reads a set: its parts in order, and the command lines of each.
func readParts(text string) (parts []string, lines map[string][]string) {
	lines = map[string][]string{}
	for line := range strings.Lines(text) {
		part, command, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
		lines[part] = append(lines[part], command)
	}
	return parts, lines
}

// benchmarkOf returns the benchmark of a line, on a backend unless the line names one.
func benchmarkOf(line string, backend proving.Backend) (measure.Benchmark, error) {
	words := strings.Fields(line)
	b := benchmarks.New(words[0])
	if b == nil {
		return nil, flags.Wrong("%q is no measurement", words[0])
	}
	if words[0] != "solve" { // it needs no device
		words = slices.Insert(words, 1, "-backend", string(backend))
	}
	rest, err := flags.Parse(words[0], words[1:], new(measured), b)
	if len(rest) > 0 {
		err = errors.Join(err, flags.Wrong("unexpected argument %q", rest[0]))
	}
	return b, err
}
