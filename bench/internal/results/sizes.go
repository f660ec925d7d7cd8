package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// newSizes is a table of times with a column for each size. A witness's follows in brackets, and
// scalars other than uniform ones are left out. gnark-crypto's times have lines of their own. Lines
// that begin with the same words, up to a comma, stand together.
func newSizes(view string, rows []*Row) (t table, err error) {
	names, err := newTable(view+" by size", rows)
	if err != nil {
		return t, err
	}
	heading := names.headings[0]
	for i, r := range rows {
		name := names.lines[i][heading]
		t.enterSize(heading, name, r, r.Median(Ours))
		t.enterSize(heading, name+", gnark-crypto", r, r.Median(Gnark))
	}
	slices.SortFunc(t.headings[1:], func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b)) // 2^9 comes before 2^10
	})
	t.lines = slices.Concat(group(t.lines, func(line map[string]string) string {
		before, _, _ := strings.Cut(line[heading], ",")
		return before
	})...)
	return t, nil
}

// enterSize enters milliseconds in the line of a name, if there are some.
func (t *table) enterSize(heading, name string, r *Row, ms float64) {
	scalars, column := r.Setting["scalars"], "2^"+r.Setting["log2"]
	if ms == 0 || !slices.Contains([]string{"", "uniform", "witness"}, scalars) {
		return
	}
	at := slices.IndexFunc(t.lines, func(line map[string]string) bool {
		return line[heading] == name
	})
	if at < 0 {
		at = len(t.lines)
		t.enter(at, heading, name)
	}
	t.enter(at, column, beside(t.lines[at][column], ms, scalars == "witness"))
}

// beside is the text of a cell with one more time, aside in brackets perhaps.
func beside(text string, ms float64, aside bool) string {
	if aside {
		return strings.TrimSpace(fmt.Sprintf("%s (%s)", text, short(ms)))
	}
	return strings.TrimSpace(short(ms) + " " + text)
}
