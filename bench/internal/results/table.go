package results

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// table is lines of cells below a header.
type table struct {
	header []string
	lines  [][]string
}

// newTable has a line for each row, and leaves out columns that would be empty.
func newTable(columns []column, rows []*Row) table {
	t := table{lines: make([][]string, len(rows))}
	for _, c := range columns {
		if !slices.ContainsFunc(rows, func(r *Row) bool { return c.cell(r) != "" }) {
			continue
		}
		t.header = append(t.header, c.heading)
		for i, row := range rows {
			t.lines[i] = append(t.lines[i], c.cell(row))
		}
	}
	return t
}

// Markdown is the table in Markdown. Its cells are escaped.
func (t table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(t.header, " | "),
		strings.Repeat("---|", len(t.header)))
	for _, line := range t.lines {
		escaped := make([]string, len(line))
		for i, cell := range line {
			escaped[i] = escapes.Replace(cell)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(escaped, " | "))
	}
	return b.String()
}

// escapes writes text from rows so that Markdown shows it as it is.
var escapes = strings.NewReplacer(
	`\`, `\\`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\n", " ",
	"*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`,
)

// Printer prints rows in a line each. A machine stands before its rows.
type Printer struct {
	Out     io.Writer
	machine Machine
}

// Print prints one row: the first column, and the others with their headings.
func (p *Printer) Print(row *Row) error {
	if !maps.Equal(row.Machine, p.machine) {
		p.machine = row.Machine
		fmt.Fprintf(p.Out, "%s, with %s\n", row.Machine.Heading(), row.Machine.Host())
	}
	rows := []*Row{row}
	t := newTable(withAll(viewOf(row).all(), rows), rows)
	for i, text := range t.lines[0][1:] {
		t.lines[0][i+1] = t.header[i+1] + " " + text
	}
	_, err := fmt.Fprintln(p.Out, strings.Join(t.lines[0], "; "))
	return err
}
