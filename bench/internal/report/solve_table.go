package report

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// solveTable has a line for each system and number of threads.
func solveTable(rows []results.Row) (header []string, table [][]string) {
	header = []string{"circuit", "constraints", "threads", "gnark", "gnark-accel", "times faster",
		"first", "translation", "program"}
	for _, row := range rows {
		s := row.Solve
		if s == nil {
			continue
		}
		table = append(table, []string{
			solveName(s), spaced(s.Constraints), fmt.Sprint(s.Threads), duration(s.GnarkMS),
			duration(s.OursMS), short(s.Ratio), duration(s.First), duration(s.TranslationMS),
			bytesText(s.ProgramBytes),
		})
	}
	return header, table
}

// solveName names a system.
func solveName(s *results.Solve) string {
	name := fmt.Sprintf("%s, %s, %s", s.Circuit, builderNames[s.Builder], curveName(s.Curve))
	if s.Clock == results.Thread {
		name += ", CPU time"
	}
	return name
}

// builderNames are those of gnark's builders of systems.
var builderNames = map[string]string{"r1cs": "R1CS", "scs": "SparseR1CS"}
