// Package table makes tables of rows: columns by the names of figures and times, written as text
// or in Markdown.
package table

import (
	"maps"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Column is one of a table: its heading, and the text of a row's cell, empty for the unknown.
type Column struct {
	Heading string
	Cell    func(*results.Row) string
	unit    string // of the figure or implementation that it has; empty for others
}

// Setting is a column of a setting.
func Setting(heading, name string) Column {
	return Column{Heading: heading, Cell: func(r *results.Row) string { return r.Setting[name] }}
}

// Figure is a column of the figure of a unit, as its unit is written.
func Figure(heading, unit string) Column {
	return Column{Heading: heading, unit: unit, Cell: func(r *results.Row) string {
		value, ok := r.Figures[unit]
		if !ok {
			return ""
		}
		return Value(value, unit)
	}}
}

// Median has that of a sample.
func Median(heading, of string) Column {
	return sample(heading, of, func(s results.Sample) string { return Duration(s.Median()) })
}

// Min has the shortest time of a sample.
func Min(heading, of string) Column {
	return sample(heading, of, func(s results.Sample) string { return Duration(s.Min()) })
}

func sample(heading, of string, text func(results.Sample) string) Column {
	return Column{Heading: heading, unit: of, Cell: func(r *results.Row) string {
		if s := r.Times[of]; s != nil {
			return text(s)
		}
		return ""
	}}
}

// Speed is gnark's median, ours, and their quotient.
func Speed() []Column {
	return []Column{Median("gnark", results.Gnark), Median("gnark-accel", results.Ours), Faster()}
}

// Faster is gnark's median divided by ours.
func Faster() Column {
	return Column{Heading: "times faster", Cell: func(r *results.Row) string {
		if r.Times[results.Gnark] == nil {
			return ""
		}
		return Short(r.Faster())
	}}
}

// All adds columns of everything else that rows have: the shortest of our times and their spread,
// other times, and figures.
func All(columns []Column, rows []*results.Row) []Column {
	all := append(slices.Clip(columns), Min("min", results.Ours),
		sample("spread", results.Ours, func(s results.Sample) string {
			return Percent(s.Spread())
		}))
	times, figures := map[string]bool{}, map[string]bool{}
	for _, row := range rows {
		for of := range row.Times {
			times[of] = true
		}
		for unit := range row.Figures {
			figures[unit] = true
		}
	}
	for _, c := range columns {
		delete(times, c.unit)
		delete(figures, c.unit)
	}
	for _, of := range slices.Sorted(maps.Keys(times)) {
		all = append(all, Median(of, of))
	}
	for _, unit := range slices.Sorted(maps.Keys(figures)) {
		heading := strings.TrimSuffix(unit, "-ms")
		all = append(all, Figure(strings.ReplaceAll(heading, "-", " "), unit))
	}
	return all
}

// Table is lines of cells below a header.
type Table struct {
	Header []string
	Lines  [][]string
}

// New has a line for each row, and leaves out columns that would be empty.
func New(columns []Column, rows []*results.Row) Table {
	t := Table{Lines: make([][]string, len(rows))}
	for _, c := range columns {
		if !slices.ContainsFunc(rows, func(r *results.Row) bool { return c.Cell(r) != "" }) {
			continue
		}
		t.Header = append(t.Header, c.Heading)
		for i, row := range rows {
			t.Lines[i] = append(t.Lines[i], c.Cell(row))
		}
	}
	return t
}
