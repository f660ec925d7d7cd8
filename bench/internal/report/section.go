// Package report turns rows into pages in Markdown, and a chart.
package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/kinds"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// section has the rows of one machine.
type section struct {
	machine results.Machine
	rows    []*results.Row
}

// part has the rows of one kind of measurement on one machine.
type part struct {
	*measure.Kind
	rows []*results.Row
}

// sections are the machines of rows, and no rows are an error, as are rows of no known command.
func sections(rows []*results.Row) (all []*section, err error) {
	if len(rows) == 0 {
		return nil, ErrNoRows
	}
	columns := kinds.Columns()
	for _, row := range rows {
		if columns[row.Command] == nil {
			return nil, fmt.Errorf("%w: command %q", results.ErrSchema, row.Command)
		}
	}
	for _, of := range results.ByMachine(results.Latest(rows)) {
		all = append(all, &section{of[0].Machine, of})
	}
	return all, nil
}

// parts are the kinds of measurements of a section.
func (s *section) parts() (all []part) {
	for _, kind := range kinds.All() {
		if of := ofKind(s.rows, kind); len(of) > 0 {
			all = append(all, part{kind, of})
		}
	}
	return all
}

func ofKind(rows []*results.Row, kind *measure.Kind) (of []*results.Row) {
	for _, row := range rows {
		if row.Command == kind.Name {
			of = append(of, row)
		}
	}
	return of
}

// heading is that of the section.
func (s *section) heading() string {
	switch s.machine.Device.Kind {
	case results.GPU:
		return "On " + s.machine.Device.Name
	case results.Emulator:
		return "On the emulator, whose times say nothing about a GPU's"
	default:
		return "On the CPU alone"
	}
}

// host describes the host of the section, and the driver.
func (s *section) host() string {
	host := fmt.Sprintf("%d threads of %s", s.machine.Threads, s.machine.CPU)
	if s.machine.Device.Driver != "" {
		host = "driver " + s.machine.Device.Driver + ", " + host
	}
	return host
}

// measured says when a part was measured, and at which revisions.
func (p part) measured() string {
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

// brief is the table of a part for docs/performance.md, with the revisions if there are several.
func (p part) brief() table.Table {
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r *results.Row) bool {
		return p.Minor != nil && p.Minor(r)
	})
	if p.Sizes != nil {
		return p.Sizes(rows)
	}
	columns := table.Brief(p.Columns)
	if strings.Contains(p.measured(), ",") {
		columns = append(columns, table.Column{Heading: "revision", Cell: revision})
	}
	return table.New(columns, rows)
}

// whole is the table of a part with all rows and columns.
func (p part) whole() table.Table { return table.New(p.Columns, p.rows) }
