package results

import (
	"slices"
	"strings"
	"time"
)

// section is about one machine.
type section struct {
	Parts   []part
	Summary []*Row // of the first section; none without proofs beside gnark's
	Picture string // the path of the chart, or none
	machine Machine
}

// part has the rows of one command on one machine.
type part struct {
	*view
	Explained bool // by a section before
	details   bool // all rows and columns
	rows      []*Row
}

// Heading is that of the section.
func (s *section) Heading() string {
	switch s.machine.Kind() {
	case GPU:
		return "On " + s.machine["device"]
	case Emulator:
		return "On the emulator, whose times say nothing about a GPU's"
	default:
		return "On the CPU alone"
	}
}

// Host describes the host of the section, and the driver.
func (s *section) Host() string {
	host := s.machine["threads"] + " threads of " + s.machine["cpu"]
	if driver := s.machine["driver"]; driver != "" {
		host = "driver " + driver + ", " + host
	}
	return host
}

// About is the circuit and the curve of the summary.
func (s *section) About() string { return about(s.Summary[0]) }

// Short is the table of the summary.
func (s *section) Short() table { return newTable(summaryColumns, s.Summary) }

// Dates are the first day and the last one that a part was measured on.
func (p part) Dates() string {
	var days []string
	for _, row := range p.rows {
		days = append(days, row.Date.Format(time.DateOnly))
	}
	slices.Sort(days)
	return strings.Join(slices.Compact([]string{days[0], days[len(days)-1]}), " to ")
}

// Revisions are the beginnings of the names of a part's revisions.
func (p part) Revisions() string {
	var all []string
	for _, row := range p.rows {
		revision := row.Machine["revision"]
		revision = revision[:min(7, len(revision))]
		if !slices.Contains(all, revision) {
			all = append(all, revision)
		}
	}
	return strings.Join(all, ", ")
}

// Table is the table of a part. That of docs/performance.md lacks minor rows.
func (p part) Table() table {
	if p.details {
		return newTable(withAll(p.all(), p.rows), p.rows)
	}
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r *Row) bool {
		return p.minor != nil && p.minor(r)
	})
	if p.sizes != "" {
		return newSizes(p.sizes, rows, nameOf(p.line))
	}
	return newTable(p.all(), rows)
}
