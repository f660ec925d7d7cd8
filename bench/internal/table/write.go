package table

import (
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Markdown is the table in Markdown. Its cells are escaped.
func (t Table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(t.Header, " | "),
		strings.Repeat("---|", len(t.Header)))
	for _, line := range t.Lines {
		escaped := make([]string, len(line))
		for i, cell := range line {
			escaped[i] = Escape(cell)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(escaped, " | "))
	}
	return b.String()
}

var escapes = strings.NewReplacer(
	`\`, `\\`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\n", " ",
	"*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`,
)

// Escape writes text from rows so that Markdown shows it as it is.
func Escape(text string) string { return escapes.Replace(text) }

// Printer prints rows in a line each. A machine stands before its rows.
type Printer struct {
	Out     io.Writer
	Columns map[string][]Column // by command

	machine results.Machine
}

// Print prints one row: the first column, and the others with their headings.
func (p *Printer) Print(row *results.Row) error {
	if row.Machine != p.machine {
		p.machine = row.Machine
		fmt.Fprintln(p.Out, row.Machine)
	}
	rows := []*results.Row{row}
	t := New(All(p.Columns[row.Command], rows), rows)
	for i, text := range t.Lines[0][1:] {
		t.Lines[0][i+1] = t.Header[i+1] + " " + text
	}
	_, err := fmt.Fprintln(p.Out, strings.Join(t.Lines[0], "; "))
	return err
}
