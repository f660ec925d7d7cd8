package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Cell is a time in milliseconds at a place of a table of sizes.
type Cell struct {
	Line  string
	Log2  string  // of the size
	MS    float64 // 0 for none
	Aside bool    // it follows another time in brackets
}

// newSizes is a table of lines with names and columns of sizes. Lines that begin with the same
// words, up to a comma, stand together.
func newSizes(heading string, rows []*Row, cellsOf func(*Row) []Cell) Table {
	columns := map[int]bool{}
	lines := map[string]map[int]string{}
	var names []string
	for _, row := range rows {
		for _, c := range cellsOf(row) {
			size, err := strconv.Atoi(c.Log2)
			if err != nil || c.MS == 0 {
				continue
			}
			if columns[size] = true; lines[c.Line] == nil {
				lines[c.Line] = map[int]string{}
				names = append(names, c.Line)
			}
			lines[c.Line][size] = beside(lines[c.Line][size], c)
		}
	}
	t := Table{header: []string{heading}}
	sizes := slices.Sorted(maps.Keys(columns))
	for _, size := range sizes {
		t.header = append(t.header, fmt.Sprintf("2^%d", size))
	}
	for _, name := range together(names) {
		line := []string{name}
		for _, size := range sizes {
			line = append(line, lines[name][size])
		}
		t.lines = append(t.lines, line)
	}
	return t
}

// beside is the text of a cell with one more time.
func beside(text string, c Cell) string {
	if c.Aside {
		return strings.TrimSpace(fmt.Sprintf("%s (%s)", text, short(c.MS)))
	}
	return strings.TrimSpace(short(c.MS) + " " + text)
}

// together orders names by the first of their group, those without a comma first.
func together(names []string) []string {
	group := func(name string) string { before, _, _ := strings.Cut(name, ","); return before }
	rank := map[string]int{}
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
