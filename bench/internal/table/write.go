package table

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

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

// Widths of columns on a terminal: of the first, and of others at least.
const (
	firstWidth = 40
	width      = 10
)

// Printer prints rows as lines of tables. It prints the machine and a header first, and again when
// the machine or the table changes.
type Printer struct {
	Out     io.Writer
	Columns map[string][]Column // by command

	machine results.Machine
	command string
}

// Print prints one row.
func (p *Printer) Print(row *results.Row) error {
	if row.Machine != p.machine {
		p.machine, p.command = row.Machine, ""
		fmt.Fprintln(p.Out, row.Machine)
	}
	columns := p.Columns[row.Command]
	if row.Command != p.command {
		p.command = row.Command
		var header []string
		for _, c := range columns {
			header = append(header, c.Heading)
		}
		fmt.Fprintln(p.Out, padded(columns, header))
	}
	_, err := fmt.Fprintln(p.Out, padded(columns, cells(columns, row)))
	return err
}

// padded is a line whose cells have the widths of their headings.
func padded(columns []Column, texts []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s", firstWidth, texts[0])
	for i, text := range texts[1:] {
		if text == "" {
			text = Dash
		}
		fmt.Fprintf(&b, "  %*s", max(width, utf8.RuneCountInString(columns[i+1].Heading)), text)
	}
	return strings.TrimRight(b.String(), " ")
}
