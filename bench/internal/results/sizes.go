package results

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// newSizes is a table of times with a column for each size. A witness's follows in brackets, and
// scalars other than uniform ones are left out. gnark-crypto's times have lines of their own. Lines
// that begin with the same words, up to a comma, stand together.
func newSizes(heading string, rows []*Row, name func(*Row) string) table {
	columns := map[int]bool{}
	lines := map[string]map[int]string{}
	var names []string
	enter := func(line string, r *Row, ms float64) {
		size, err := strconv.Atoi(r.Setting["log2"])
		if err != nil || ms == 0 {
			return
		}
		if columns[size] = true; lines[line] == nil {
			lines[line] = map[int]string{}
			names = append(names, line)
		}
		lines[line][size] = beside(lines[line][size], ms, r.Setting["scalars"] == "witness")
	}
	for _, r := range rows {
		if scalars := r.Setting["scalars"]; slices.Contains([]string{"", "uniform", "witness"},
			scalars) {
			enter(name(r), r, r.Median(Ours))
			enter(name(r)+", gnark-crypto", r, r.Median(Gnark))
		}
	}
	t := table{header: []string{heading}}
	sizes := slices.Sorted(maps.Keys(columns))
	for _, size := range sizes {
		t.header = append(t.header, fmt.Sprintf("2^%d", size))
	}
	for _, name := range slices.Concat(group(names, beforeComma)...) {
		line := []string{name}
		for _, size := range sizes {
			line = append(line, lines[name][size])
		}
		t.lines = append(t.lines, line)
	}
	return t
}

// beforeComma is the part of a name that lines which stand together have in common.
func beforeComma(name string) string {
	before, _, _ := strings.Cut(name, ",")
	return before
}

// beside is the text of a cell with one more time, aside in brackets perhaps.
func beside(text string, ms float64, aside bool) string {
	if aside {
		return strings.TrimSpace(fmt.Sprintf("%s (%s)", text, short(ms)))
	}
	return strings.TrimSpace(short(ms) + " " + text)
}
