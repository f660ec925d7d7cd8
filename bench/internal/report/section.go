// Package report turns rows into pages in Markdown, and a chart.
package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// section is about one machine.
type section struct {
	Parts   []part
	Summary *table.Table // of the first section; nil without proofs beside gnark's
	About   string       // the circuit of the summary
	Picture string       // the path of the chart, or none

	machine results.Machine
	rows    []*results.Row
}

// part has the rows of one benchmark on one machine.
type part struct {
	*measure.Benchmark
	Explained bool // by a section before
	Table     table.Table

	rows []*results.Row
}

// sections are the machines of rows. No rows are an error, as are rows of no known command.
func sections(rows []*results.Row) (all []*section, err error) {
	if len(rows) == 0 {
		return nil, ErrNoRows
	}
	columns := benchmarks.Columns()
	for _, row := range rows {
		if columns[row.Command] == nil {
			return nil, fmt.Errorf("%w: command %q", results.ErrFormat, row.Command)
		}
	}
	for _, of := range results.ByMachine(results.Latest(rows)) {
		s := &section{machine: of[0].Machine, rows: of}
		for _, b := range benchmarks.All() {
			p := part{Benchmark: b}
			for _, row := range of {
				if row.Command == b.Name {
					p.rows = append(p.rows, row)
				}
			}
			if len(p.rows) > 0 {
				s.Parts = append(s.Parts, p)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// Heading is that of the section.
func (s *section) Heading() string {
	switch s.machine.Device.Kind {
	case results.GPU:
		return "On " + s.machine.Device.Name
	case results.Emulator:
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
func revision(r *results.Row) string {
	return r.Machine.Revision[:min(7, len(r.Machine.Revision))]
}

// brief is the table of a part for docs/performance.md. It has the revisions if there are several.
func (p part) brief() table.Table {
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r *results.Row) bool {
		return p.Minor != nil && p.Minor(r)
	})
	if p.Sizes != nil {
		return p.Sizes(rows)
	}
	columns := slices.Clip(p.Columns)
	if strings.Contains(p.Measured(), ",") {
		columns = append(columns, table.Column{Heading: "revision", Cell: revision})
	}
	return table.New(columns, rows)
}

// whole is the table of a part with all rows and columns.
func (p part) whole() table.Table { return table.New(table.All(p.Columns, p.rows), p.rows) }
