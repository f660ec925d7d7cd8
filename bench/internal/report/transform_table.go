package report

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// transformTable has a line for each field and kind of transform, and a column for each size. Lines
// of gnark-crypto follow.
func transformTable(rows []results.Row) (header []string, table [][]string) {
	var sizes []int
	var names []string
	cells := map[string]map[int]string{}
	enter := func(name string, size int, ms float64) {
		if cells[name] == nil {
			names = append(names, name)
			cells[name] = map[int]string{}
		}
		cells[name][size] = fine(ms)
	}
	for _, row := range rows {
		n := row.NTT
		if n == nil {
			continue
		}
		if !slices.Contains(sizes, n.Log2) {
			sizes = append(sizes, n.Log2)
		}
		name := curveName(n.Curve) + ", " + n.Transform
		enter(name, n.Log2, n.Time.Median)
		if n.GnarkCrypto != nil {
			enter(name+", gnark-crypto on the CPU", n.Log2, n.GnarkCrypto.Median)
		}
	}
	slices.Sort(sizes)
	header = []string{"transform, milliseconds"}
	for _, size := range sizes {
		header = append(header, fmt.Sprintf("2^%d", size))
	}
	for _, name := range names {
		line := []string{name}
		for _, size := range sizes {
			line = append(line, cells[name][size])
		}
		table = append(table, line)
	}
	return header, table
}
