package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// column is one of a table: its heading, and the text of a row's cell, empty for the unknown.
type column struct {
	heading string
	cell    func(*Row) string
	unit    string // of the figure or implementation that it has; empty for others
}

// figureOf is a column of the figure of a unit, as its unit is written.
func figureOf(heading, unit string) column {
	return column{heading: heading, unit: unit, cell: func(r *Row) string {
		if value, ok := r.Figures[unit]; ok {
			return figure(value, unit)
		}
		return ""
	}}
}

// median has that of a sample.
func median(heading, of string) column {
	return ofSample(heading, of, func(s Sample) string { return duration(s.Median()) })
}

// shortest has the shortest time of a sample.
func shortest(heading, of string) column {
	return ofSample(heading, of, func(s Sample) string { return duration(s.Min()) })
}

func ofSample(heading, of string, text func(Sample) string) column {
	return column{heading: heading, unit: of, cell: func(r *Row) string {
		if s := r.Times[of]; s != nil {
			return text(s)
		}
		return ""
	}}
}

// faster is gnark's time divided by ours.
func faster(time func(Sample) float64) column {
	return column{heading: "times faster", cell: func(r *Row) string {
		if r.Times[Gnark] == nil {
			return ""
		}
		return short(time(r.Times[Gnark]) / time(r.Times[Ours]))
	}}
}

// slowestPart says in words which part of a program took longest.
func slowestPart(r *Row) (slowest string) {
	longest := 0.0
	for unit, ms := range r.Figures {
		if name, ok := strings.CutPrefix(unit, PartPrefix); ok && ms > longest {
			longest = ms
			slowest = fmt.Sprintf("%s: %.0f ms", strings.ReplaceAll(name, "-", " "), ms)
		}
	}
	return slowest
}

// withAll adds columns of everything else that rows have: the shortest of our times and their
// spread, other times, and figures.
func withAll(columns []column, rows []*Row) []column {
	all := append(slices.Clip(columns), shortest("min", Ours),
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
		all = append(all, median(of, of))
	}
	for unit := range sorted(figures) {
		heading := strings.TrimSuffix(unit, "-ms")
		all = append(all, figureOf(strings.ReplaceAll(heading, "-", " "), unit))
	}
	return all
}
