package results

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed columns.txt.tmpl
var columnsText string

var columns = template.Must(template.New("columns").Funcs(template.FuncMap{
	"duration": duration, "size": size, "count": count, "short": short, "percent": percent,
}).Parse(columnsText))

// table is lines of cells below headings.
type table struct {
	headings []string
	lines    []map[string]string // by their headings
}

func (t *table) enter(line int, heading, cell string) {
	for len(t.lines) <= line {
		t.lines = append(t.lines, map[string]string{})
	}
	if !slices.Contains(t.headings, heading) {
		t.headings = append(t.headings, heading)
	}
	t.lines[line][heading] = cell
}

// write enters the columns of a template.
func (t *table) write(line int, view string, row *Row, cells any) error {
	var text strings.Builder
	if err := columns.ExecuteTemplate(&text, view, cells); err != nil {
		return err
	}
	for column := range strings.Lines(text.String()) {
		heading, cell, _ := strings.Cut(strings.TrimSuffix(column, "\n"), "\t")
		t.enter(line, heading, row.as(cell))
	}
	return nil
}

// newTable has a line for each row.
func newTable(view string, rows []*Row) (t table, err error) {
	for i, row := range rows {
		err = errors.Join(err, t.write(i, view, row, row))
	}
	return t, err
}

// detailed is a table with all that rows have.
func detailed(view string, rows []*Row) (table, error) {
	t, err := newTable(view, rows)
	for i, row := range rows {
		err = errors.Join(err, t.write(i, "details", row, row))
	}
	t.withAll(view, rows)
	return t, err
}

// withAll adds the times and figures that the template does not name.
func (t *table) withAll(view string, rows []*Row) {
	times, figures := map[string]Sample{}, map[string]float64{}
	for _, row := range rows {
		maps.Copy(times, row.Times)
		maps.Copy(figures, row.Figures)
	}
	shown := columns.Lookup(view).Root.String() + strconv.Quote(Ours) + strconv.Quote(Gnark)
	names := append(slices.Sorted(maps.Keys(times)), slices.Sorted(maps.Keys(figures))...)
	for _, name := range names {
		heading := strings.ReplaceAll(strings.TrimSuffix(name, "-ms"), "-", " ")
		for i := range rows {
			if !strings.Contains(shown, strconv.Quote(name)) {
				t.enter(i, heading, rows[i].text(name))
			}
		}
	}
}

// text is a time or a figure of a row, as its unit is written.
func (r *Row) text(name string) string {
	if value, ok := r.Figures[name]; ok {
		return figure(value, name)
	}
	if r.Times[name] != nil {
		return duration(r.Median(name))
	}
	return ""
}

// known are the headings with cells that are not empty.
func (t table) known() []string {
	return slices.DeleteFunc(slices.Clone(t.headings), func(heading string) bool {
		return !slices.ContainsFunc(t.lines, func(line map[string]string) bool {
			return line[heading] != ""
		})
	})
}

// Markdown is the table in Markdown, without columns that would be empty. Its cells are escaped.
func (t table) Markdown() string {
	headings := t.known()
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(headings, " | "),
		strings.Repeat("---|", len(headings)))
	for _, line := range t.lines {
		var escaped []string
		for _, heading := range headings {
			escaped = append(escaped, escapes.Replace(line[heading]))
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
	t, err := detailed(row.Command, []*Row{row})
	if err != nil {
		return err
	}
	var texts []string
	for _, heading := range t.known() {
		texts = append(texts, heading+" "+t.lines[0][heading])
	}
	_, name, _ := strings.Cut(texts[0], " ")
	_, err = fmt.Fprintln(p.Out, strings.Join(append([]string{name}, texts[1:]...), "; "))
	return err
}
