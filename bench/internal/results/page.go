package results

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"text/template"
)

// View is how pages show the rows of a command.
type View struct {
	Name    string // of the command
	Title   string
	Columns []Column // the first names the row
	// Minor says of a row that docs/performance.md can do without it.
	Minor func(*Row) bool
	// Sizes heads the table of that page where sizes are columns; it is empty for other tables.
	Sizes string
	Cells func(*Row) []Cell
}

// Views are the views of all commands, in the order of pages.
type Views []View

//go:embed page.md.tmpl
var pageText string

// page is the template of pages. Text of rows is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"escape": escapes.Replace}).
	Parse(pageText))

// WriteMarkdown writes a page without details. It shows the picture of [WriteChart] at a path
// relative to it, or none if the path is empty.
func (v Views) WriteMarkdown(w io.Writer, rows []*Row, picture string) error {
	return v.write(w, rows, picture, part.brief)
}

// WriteDetails writes a page with all rows and columns.
func (v Views) WriteDetails(w io.Writer, rows []*Row) error {
	return v.write(w, rows, "", part.whole)
}

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// write writes a page with a section for each machine. A benchmark is explained once.
func (v Views) write(
	w io.Writer, rows []*Row, picture string, tableOf func(part) Table,
) error {
	if err := v.check(rows); err != nil {
		return err
	}
	var all []*section
	explained := map[string]bool{}
	for _, of := range byMachine(latest(rows)) {
		s := &section{machine: of[0].Machine}
		for _, view := range v {
			p := part{View: view, Explained: explained[view.Name]}
			for _, row := range of {
				if row.Command == view.Name {
					p.rows = append(p.rows, row)
				}
			}
			if len(p.rows) > 0 {
				p.Table, explained[view.Name] = tableOf(p), true
				s.Parts = append(s.Parts, p)
			}
		}
		all = append(all, s)
	}
	all[0].Picture = picture
	if lines := summarize(rows); len(lines) > 0 {
		summary := newTable(summaryColumns, lines)
		all[0].Summary, all[0].About = &summary, about(lines[0])
	}
	return page.Execute(w, all)
}

// check refuses no rows, and rows of no known command.
func (v Views) check(rows []*Row) error {
	for _, row := range rows {
		if v.of(row).Name == "" {
			return fmt.Errorf("%w: command %q", ErrFormat, row.Command)
		}
	}
	if len(rows) == 0 {
		return ErrNoRows
	}
	return nil
}

// of returns the view of a row, which is empty for no known command.
func (v Views) of(r *Row) View {
	for _, view := range v {
		if view.Name == r.Command {
			return view
		}
	}
	return View{}
}
