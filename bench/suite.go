package main

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// sets has a file a set. A line is a part and a command line, such as "ntt: ntt -queued 1".
//
//go:embed suites
var sets embed.FS

// suite is the command suite.
type suite struct {
	Set, Out string
	Parts    []string
	Backend  proving.Backend
}

func (s *suite) run(r *measure.Run, _ []string) error {
	parts, lines, err := readSet(s.Set)
	if err != nil {
		return err
	}
	if s.Backend == proving.Auto && s.Set != "small" {
		s.Backend = proving.CUDA // nothing is measured elsewhere in silence
	}
	for _, part := range s.Parts {
		if lines[part] == nil {
			return flags.Wrong("unknown part %q of %v", part, parts)
		}
	}
	if len(s.Parts) > 0 {
		parts = s.Parts
	}
	for _, part := range parts {
		r.O = filepath.Join(s.Out, part+".txt")
		fmt.Fprintf(r.Log, "bench: %s, to %s\n", part, r.O)
		if err := runLines(r, lines[part], s.Backend); err != nil {
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

// readSet reads a set: its parts in order, and the command lines of each.
func readSet(name string) (parts []string, lines map[string][]string, err error) {
	text, err := sets.ReadFile("suites/" + name + ".txt")
	if err != nil {
		return nil, nil, flags.Wrong("unknown set %q", name)
	}
	lines = map[string][]string{}
	for line := range strings.Lines(string(text)) {
		part, command, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if lines[part] == nil {
			parts = append(parts, part)
		}
		lines[part] = append(lines[part], command)
	}
	return parts, lines, nil
}

// benchmarkOf returns the benchmark of a line, on a backend unless the line names one.
func benchmarkOf(line string, backend proving.Backend) (measure.Benchmark, error) {
	words := strings.Fields(line)
	if words[0] != "solve" { // it needs no device
		words = slices.Insert(words, 1, "-backend", string(backend))
	}
	c, _, err := parse(new(measure.Run), words)
	if err != nil {
		return nil, err
	}
	return c.(measure.Benchmark), nil // sets have nothing else
}
