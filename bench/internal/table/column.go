// Package table makes tables of rows: columns by the names of figures and times, written as text
// or in Markdown.
package table

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Column is one of a table: its heading, and the text of a row's cell, empty for what is not known.
type Column struct {
	Heading string
	Cell    func(*results.Row) string
	// Detail is left to the terminal and to the page of a report; docs/performance.md lacks it.
	Detail bool
}

// Details marks columns as details.
func Details(columns ...Column) []Column {
	for i := range columns {
		columns[i].Detail = true
	}
	return columns
}

// Figure has a figure in a format.
func Figure(heading, name string, format func(float64) string) Column {
	return Column{Heading: heading, Cell: func(r *results.Row) string {
		if value, ok := r.Figures[name]; ok {
			return format(value)
		}
		return ""
	}}
}

// Median has that of a sample.
func Median(heading, of string) Column {
	return sample(heading, of, func(s results.Sample) string { return Duration(s.Median()) })
}

// Min has the least time of a sample.
func Min(heading, of string) Column {
	return sample(heading, of, func(s results.Sample) string { return Duration(s.Min()) })
}

// Spread is that of a sample, as a share of its median.
func Spread(of string) Column {
	return sample("spread", of, func(s results.Sample) string { return Percent(s.Spread()) })
}

func sample(heading, of string, text func(results.Sample) string) Column {
	return Column{Heading: heading, Cell: func(r *results.Row) string {
		if s := r.Times[of]; s != nil {
			return text(s)
		}
		return ""
	}}
}

// BesideGnark are the columns of times that took turns: gnark's median, ours, and their quotient.
func BesideGnark() []Column {
	return []Column{Median("gnark", results.Gnark), Median("gnark-accel", results.Ours), Faster()}
}

// Faster is gnark's median divided by ours.
func Faster() Column {
	return Column{Heading: "times faster", Cell: func(r *results.Row) string {
		if r.Times[results.Gnark] == nil {
			return ""
		}
		return Short(r.Median(results.Gnark) / r.Median(results.Ours))
	}}
}

// Table is lines of cells below a header.
type Table struct {
	Header []string
	Lines  [][]string
}

// New has a line for each row, and leaves out columns that would be empty.
func New(columns []Column, rows []*results.Row) Table {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c Column) bool {
		return !slices.ContainsFunc(rows, func(r *results.Row) bool { return c.Cell(r) != "" })
	})
	var t Table
	for _, c := range columns {
		t.Header = append(t.Header, c.Heading)
	}
	for _, row := range rows {
		t.Lines = append(t.Lines, cells(columns, row))
	}
	return t
}

func cells(columns []Column, row *results.Row) (all []string) {
	for _, c := range columns {
		all = append(all, c.Cell(row))
	}
	return all
}

// Brief are the columns that are no details.
func Brief(columns []Column) []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.Detail })
}
