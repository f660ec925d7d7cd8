package results

import (
	"maps"
	"slices"
	"strings"
)

// Column is one of a table: its heading, and the text of a row's cell, empty for the unknown.
type Column struct {
	Heading string
	Cell    func(*Row) string
	unit    string // of the figure or implementation that it has; empty for others
}

// Figure is a column of the figure of a unit, as its unit is written.
func Figure(heading, unit string) Column {
	return Column{Heading: heading, unit: unit, Cell: func(r *Row) string {
		if value, ok := r.Figures[unit]; ok {
			return figure(value, unit)
		}
		return ""
	}}
}

// Median has that of a sample.
func Median(heading, of string) Column {
	return ofSample(heading, of, func(s Sample) string { return duration(s.Median()) })
}

// Min has the shortest time of a sample.
func Min(heading, of string) Column {
	return ofSample(heading, of, func(s Sample) string { return duration(s.Min()) })
}

func ofSample(heading, of string, text func(Sample) string) Column {
	return Column{Heading: heading, unit: of, Cell: func(r *Row) string {
		if s := r.Times[of]; s != nil {
			return text(s)
		}
		return ""
	}}
}

// Faster is gnark's time divided by ours.
func Faster(time func(Sample) float64) Column {
	return Column{Heading: "times faster", Cell: func(r *Row) string {
		if r.Times[Gnark] == nil {
			return ""
		}
		return short(time(r.Times[Gnark]) / time(r.Times[Ours]))
	}}
}

// withAll adds columns of everything else that rows have: the shortest of our times and their
// spread, other times, and figures.
func withAll(columns []Column, rows []*Row) []Column {
	all := append(slices.Clip(columns), Min("min", Ours),
		ofSample("spread", Ours, func(s Sample) string { return percent(s.Spread()) }))
	times, figures := map[string]Sample{}, map[string]float64{}
	for _, row := range rows {
		maps.Copy(times, row.Times)
		maps.Copy(figures, row.Figures)
	}
	for _, c := range columns {
		delete(times, c.unit)
		delete(figures, c.unit)
	}
	for of := range sorted(times) {
		all = append(all, Median(of, of))
	}
	for unit := range sorted(figures) {
		heading := strings.TrimSuffix(unit, "-ms")
		all = append(all, Figure(strings.ReplaceAll(heading, "-", " "), unit))
	}
	return all
}
