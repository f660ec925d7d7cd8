package results

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// section is about one machine.
type section struct {
	Machine
	Picture string // the path of the chart, or none
	Parts   []part
}

// part has the rows of one command on one machine.
type part struct {
	*view
	Explained bool // by a section before
	details   bool // all rows and columns
	rows      []*Row
}

// Dates are the first day and the last one that a part was measured on.
func (p part) Dates() string {
	var days []string
	for _, row := range p.rows {
		days = append(days, row.Date.Format(time.DateOnly))
	}
	return strings.Join(slices.Compact([]string{slices.Min(days), slices.Max(days)}), " to ")
}

// Revisions are the beginnings of the names of a part's revisions.
func (p part) Revisions() string {
	var all []string
	beginning := func(r *Row) string { return fmt.Sprintf("%.7s", r.Machine["revision"]) }
	for _, of := range group(p.rows, beginning) {
		all = append(all, beginning(of[0]))
	}
	return strings.Join(all, ", ")
}

// Table is the table of a part. That of docs/performance.md lacks minor rows.
func (p part) Table() (table, error) {
	if p.details {
		return newTable(p.Command, p.rows, true)
	}
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r *Row) bool {
		return p.minor != nil && p.minor(r)
	})
	if p.sizes {
		return newSizes(p.Command, rows)
	}
	return newTable(p.Command, rows, false)
}
