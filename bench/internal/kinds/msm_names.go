package kinds

import (
	"fmt"
	"strconv"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// sumName names a sum with its settings.
func sumName(r *results.Row) string {
	return table.Join(table.Group(r.Setting["group"])+" 2^"+r.Setting["log2"],
		r.Setting["scalars"], SumSetting(r))
}

// SumSetting says how an MSM was called, beyond its group, size and scalars. It is empty for one
// call over resident bases.
func SumSetting(r *results.Row) string {
	return settings(r, []naming{
		{"one-shot", "points sent along"}, {"on-device", "scalars on the device before"},
		{"batch", "%s sums in one call"}, {"devices", "%s devices"},
		{"checked", "each sum checked"}, {"window", "windows of %s bits"},
		{"memory", "at most %s"},
	})
}

// naming is the text of a setting, with its value.
type naming struct{ setting, text string }

// settings lists the texts of the settings that a row has.
func settings(r *results.Row, all []naming) string {
	var parts []string
	for _, n := range all {
		value, ok := r.Setting[n.setting]
		if !ok {
			continue
		}
		if n.setting == "memory" {
			bytes, _ := strconv.ParseFloat(value, 64) // 0 is shown as nothing
			value = table.Bytes(bytes)
		}
		if value == "true" {
			parts = append(parts, n.text)
		} else {
			parts = append(parts, fmt.Sprintf(n.text, value))
		}
	}
	return table.Join(parts...)
}

// sumCells are the times of a sum, and gnark-crypto's, in the table of sizes. Only uniform scalars
// and those of a witness are there.
func sumCells(r *results.Row) []table.Cell {
	scalars := r.Setting["scalars"]
	if scalars != "uniform" && scalars != "witness" {
		return nil
	}
	group, size := table.Group(r.Setting["group"]), r.Setting["log2"]
	cell := table.Cell{Line: table.Join(group, SumSetting(r)), Log2: size,
		MS: r.Median(results.Ours), Aside: scalars == "witness"}
	cells := []table.Cell{cell}
	if SumSetting(r) == "" {
		cell.Line, cell.MS = group+", gnark-crypto", r.Median(results.Gnark)
		cells = append(cells, cell)
	}
	return cells
}
