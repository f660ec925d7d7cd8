package main

import (
	_ "embed"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

//go:embed suites/full.txt
var full string

//go:embed suites/small.txt
var small string

//go:embed suites/emulator.txt
var emulated string

// part is some command lines whose rows go to one file.
type part struct {
	Name  string
	Lines []string
}

// String is the name of the part.
func (p part) String() string { return p.Name }

// smallSuite is a series that takes about a minute on any machine.
func smallSuite(kind results.Kind) []part {
	if kind == results.Emulator {
		return readParts(emulated)
	}
	return readParts(small)
}

// fullSuite is the set that the pages cite, on a GPU.
func fullSuite() []part {
	curves, groups := curve.Folders(), implementations.Groups()
	names := strings.NewReplacer("OTHER_CURVES", strings.Join(curves[1:], ","),
		"CURVES", strings.Join(curves, ","), "OTHER_GROUPS", strings.Join(groups[1:], ","))
	return readParts(names.Replace(full))
}

// readParts reads lines such as "ntt: ntt -queued 1". Lines of a part stand together.
func readParts(text string) (all []part) {
	for line := range strings.Lines(text) {
		name, command, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].Name == name {
			all[last].Lines = append(all[last].Lines, command)
		} else {
			all = append(all, part{name, []string{command}})
		}
	}
	return all
}
