// Package suite has the series of measurements that the project's pages cite. They are command
// lines of bench. It has small ones for any machine.
package suite

import (
	_ "embed"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

//go:embed full.txt
var full string

//go:embed small.txt
var small string

//go:embed emulator.txt
var emulated string

// Part is some command lines whose rows go to one file.
type Part struct {
	Name  string
	Lines []string
}

// String is the name of the part.
func (p Part) String() string { return p.Name }

// Small is a series that takes about a minute on any machine.
func Small(kind results.Kind) []Part {
	if kind == results.Emulator {
		return parse(emulated)
	}
	return parse(small)
}

// Full is the set that the pages cite, on a GPU.
func Full() []Part {
	curves, groups := implementations.Curves(), implementations.Groups()
	names := strings.NewReplacer("OTHER_CURVES", strings.Join(curves[1:], ","),
		"CURVES", strings.Join(curves, ","), "OTHER_GROUPS", strings.Join(groups[1:], ","))
	return parse(names.Replace(full))
}

// parse reads lines such as "ntt: ntt -queued 1". Lines of a part stand together.
func parse(text string) (all []Part) {
	for line := range strings.Lines(text) {
		name, command, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].Name == name {
			all[last].Lines = append(all[last].Lines, command)
		} else {
			all = append(all, Part{name, []string{command}})
		}
	}
	return all
}
