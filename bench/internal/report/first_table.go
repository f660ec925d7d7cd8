package report

import (
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// firstTable has a line for each circuit whose first proof was measured.
func firstTable(rows []results.Row) (header []string, table [][]string) {
	header = []string{"first proof", "constraints", "gnark", "gnark-accel", "times faster", "parts"}
	for _, row := range rows {
		f := row.First
		if f == nil {
			continue
		}
		gnark, times := "–", "–"
		if f.Gnark != nil {
			gnark, times = duration(f.Gnark.Median), short(f.Gnark.Median/f.Time.Median)
		}
		table = append(table, []string{
			firstName(f), spaced(f.Constraints), gnark, duration(f.Time.Median), times,
			when(f.Spans),
		})
	}
	return header, table
}

// firstName says which proof it is, and how its key was read.
func firstName(f *results.First) string {
	name := fmt.Sprintf("%s, %s, %s, %s key", known(schemeNames, f.Scheme), curveName(f.Curve),
		f.Circuit, f.Form)
	if f.Trusted {
		name += ", solver trusted"
	}
	return name
}

// when lists the parts of a program with their beginnings and ends, in milliseconds.
func when(spans []results.Span) string {
	var all []string
	for _, s := range spans {
		all = append(all, fmt.Sprintf("%s %.0f–%.0f", s.Name, s.Start, s.End()))
	}
	return strings.Join(all, ", ")
}
