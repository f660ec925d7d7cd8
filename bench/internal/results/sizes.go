package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// bySize ends the name of a template of a table with a column for each size. Its column names the
// lines.
const bySize = " by size"

// newSizes is a table of times with a column for each size. A witness's follows in brackets, and
// scalars other than uniform ones are left out. gnark-crypto's times have lines of their own. Lines
// that begin with the same words, up to a comma, stand together.
func newSizes(view string, rows []*Row) (t table, err error) {
	var column strings.Builder
	if err := columns.ExecuteTemplate(&column, view, nil); err != nil {
		return t, err
	}
	heading, format, _ := strings.Cut(strings.TrimSuffix(column.String(), "\n"), "\t")
	t.headings = []string{heading} // even if no row has a size
	for _, of := range group(rows, func(r *Row) string { return r.as(format) }) {
		name := of[0].as(format)
		t.enterSizes(heading, name, Ours, of)
		t.enterSizes(heading, name+", gnark-crypto", Gnark, of)
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

// enterSizes enters the line of an implementation, if there are times.
func (t *table) enterSizes(heading, name, implementation string, rows []*Row) {
	at := len(t.lines)
	for _, r := range rows {
		scalars, column := r.Setting["scalars"], "2^"+r.Setting["log2"]
		ms := r.Median(implementation)
		if ms > 0 && slices.Contains([]string{"", "uniform", "witness"}, scalars) {
			t.enter(at, heading, name)
			t.enter(at, column, beside(t.lines[at][column], ms, scalars == "witness"))
		}
	}
}

// beside is the text of a cell with one more time, aside in brackets perhaps.
func beside(text string, ms float64, aside bool) string {
	if aside {
		return strings.TrimSpace(fmt.Sprintf("%s (%s)", text, short(ms)))
	}
	return strings.TrimSpace(short(ms) + " " + text)
}
