package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// sumTable has a line for each group and setting, and a column for each size. A cell has the median
// with uniform scalars and, in brackets, with a witness's. Lines of gnark-crypto follow their
// group's.
func sumTable(rows []results.Row) (header []string, table [][]string) {
	var sizes []int
	for _, row := range rows {
		if m := row.MSM; m != nil && shown(m) && !slices.Contains(sizes, m.Log2) {
			sizes = append(sizes, m.Log2)
		}
	}
	slices.Sort(sizes)
	header = []string{"group, milliseconds"}
	for _, size := range sizes {
		header = append(header, fmt.Sprintf("2^%d", size))
	}
	var names []string
	cells := map[string][]*cell{}
	enter := func(name string, size int, distribution string, ms float64) {
		if cells[name] == nil {
			names = append(names, name)
			cells[name] = make([]*cell, len(sizes))
		}
		at := &cells[name][slices.Index(sizes, size)]
		if *at == nil {
			*at = new(cell)
		}
		(*at).enter(distribution, ms)
	}
	for _, row := range rows {
		m := row.MSM
		if m == nil || !shown(m) {
			continue
		}
		name := groupName(m)
		if setting := settingName(m); setting != "" {
			name += ", " + setting
		} else if m.GnarkCrypto != nil {
			enter(name+", gnark-crypto on the CPU", m.Log2, m.Distribution, m.GnarkCrypto.Median)
		}
		enter(name, m.Log2, m.Distribution, m.Time.Median)
	}
	for _, name := range ownLineFirst(names) {
		line := []string{name}
		for _, c := range cells[name] {
			line = append(line, c.String())
		}
		table = append(table, line)
	}
	return header, table
}

// ownLineFirst orders lines so that each group stands together, its line without a setting first.
func ownLineFirst(names []string) []string {
	rank := map[string]int{}
	group := func(name string) string { before, _, _ := strings.Cut(name, ","); return before }
	for _, name := range names {
		if _, ok := rank[group(name)]; !ok {
			rank[group(name)] = len(rank)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(rank[group(a)]-rank[group(b)],
			min(1, strings.Count(a, ","))-min(1, strings.Count(b, ",")))
	})
	return names
}

// shown says whether an MSM is one of the table's.
func shown(m *results.MSM) bool {
	return m.Distribution == "uniform" ||
		m.Distribution == "witness"
}

// cell has the two medians of a size.
type cell struct{ uniform, witness string }

func (c *cell) enter(distribution string, ms float64) {
	if distribution == "uniform" {
		c.uniform = short(ms)
	} else {
		c.witness = short(ms)
	}
}

// String is "uniform (witness)", or the one of them that is known.
func (c *cell) String() string {
	switch {
	case c == nil:
		return ""
	case c.witness == "":
		return c.uniform
	default:
		return strings.TrimSpace(c.uniform + " (" + c.witness + ")")
	}
}
