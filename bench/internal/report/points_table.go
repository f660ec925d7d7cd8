package report

import (
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// pointsTable has a line for each computation that made many points.
func pointsTable(rows []results.Row) (header []string, table [][]string) {
	header = []string{"points", "size", "gnark-crypto", "gnark-accel", "times faster", "first"}
	for _, row := range rows {
		p := row.Points
		if p == nil {
			continue
		}
		gnark, times := "–", "–"
		if p.GnarkCrypto != nil {
			gnark = duration(p.GnarkCrypto.Median)
			times = short(p.GnarkCrypto.Median / p.Time.Median)
		}
		table = append(table, []string{
			pointsName(p), fmt.Sprintf("2^%d", p.Log2), gnark, duration(p.Time.Median), times,
			duration(p.First),
		})
	}
	return header, table
}

// operationNames say what made points.
var operationNames = map[string]string{"multiples": "multiples of a base",
	"lagrange": "Lagrange form"}

// pointsName says which points were made, and with how much memory.
func pointsName(p *results.Points) string {
	name := fmt.Sprintf("%s %s: %s", curveName(p.Curve), strings.ToUpper(p.Group),
		known(operationNames, p.Operation))
	if p.MemoryLimit > 0 {
		name += ", at most " + bytesText(p.MemoryLimit)
	}
	return name
}
