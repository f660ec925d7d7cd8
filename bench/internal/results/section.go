package results

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// section is about one machine.
type section struct {
	Parts   []part
	Summary *Table // of the first section; nil without proofs beside gnark's
	About   string // the circuit of the summary
	Picture string // the path of the chart, or none
	machine Machine
}

// part has the rows of one benchmark on one machine.
type part struct {
	View
	Explained bool // by a section before
	Table     Table
	rows      []*Row
}

// Heading is that of the section.
func (s *section) Heading() string {
	switch s.machine.Device.Kind {
	case GPU:
		return "On " + s.machine.Device.Name
	case Emulator:
		return "On the emulator, whose times say nothing about a GPU's"
	default:
		return "On the CPU alone"
	}
}

// Host describes the host of the section, and the driver.
func (s *section) Host() string {
	host := fmt.Sprintf("%d threads of %s", s.machine.Threads, s.machine.CPU)
	if s.machine.Device.Driver != "" {
		host = "driver " + s.machine.Device.Driver + ", " + host
	}
	return host
}

// Measured says when a part was measured, and at which revisions.
func (p part) Measured() string {
	var dates, revisions []string
	for _, row := range p.rows {
		dates = append(dates, row.Date.Format(time.DateOnly))
		if r := revision(row); !slices.Contains(revisions, r) {
			revisions = append(revisions, r)
		}
	}
	when := slices.Min(dates)
	if last := slices.Max(dates); last != when {
		when += " to " + last
	}
	return fmt.Sprintf("Measured %s at revision %s.", when, strings.Join(revisions, ", "))
}

// revision is the beginning of the revision's name.
func revision(r *Row) string {
	return r.Machine.Revision[:min(7, len(r.Machine.Revision))]
}

// brief is the table of a part for docs/performance.md, without minor rows.
func (p part) brief() Table {
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r *Row) bool {
		return p.Minor != nil && p.Minor(r)
	})
	if p.Sizes != "" {
		return newSizes(p.Sizes, rows, p.Cells)
	}
	return newTable(p.Columns, rows)
}

// whole is the table of a part with all rows and columns.
func (p part) whole() Table { return newTable(withAll(p.Columns, p.rows), p.rows) }
