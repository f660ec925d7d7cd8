package results

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
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

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// WriteMarkdown writes a page without details. It shows the picture of [WriteChart] at a path
// relative to it, or none if the path is empty.
func (v Views) WriteMarkdown(w io.Writer, rows []*Row, picture string) error {
	return v.write(w, rows, picture, part.brief)
}

// WriteDetails writes a page with all rows and columns.
func (v Views) WriteDetails(w io.Writer, rows []*Row) error {
	return v.write(w, rows, "", func(p part) Table {
		return newTable(withAll(p.Columns, p.rows), p.rows)
	})
}

// write writes a page with a section for each machine. A command is explained once.
func (v Views) write(
	w io.Writer, rows []*Row, picture string, tableOf func(part) Table,
) error {
	if len(rows) == 0 {
		return ErrNoRows
	}
	var all []*section
	explained := map[string]bool{}
	for _, of := range byMachine(latest(rows)) {
		s := &section{machine: of[0].Machine}
		for _, command := range group(of, func(r *Row) string { return r.Command }) {
			view, err := v.of(command[0])
			if err != nil {
				return err
			}
			p := part{View: view, Explained: explained[view.Name], rows: command}
			p.Table, explained[view.Name] = tableOf(p), true
			s.Parts = append(s.Parts, p)
		}
		slices.SortStableFunc(s.Parts, func(a, b part) int { return v.place(a) - v.place(b) })
		all = append(all, s)
	}
	all[0].Picture, all[0].Summary = picture, summarize(rows)
	return page.Execute(w, all)
}

// of returns the view of a row, and refuses rows of no known command.
func (v Views) of(r *Row) (View, error) {
	for _, view := range v {
		if view.Name == r.Command {
			return view, nil
		}
	}
	return View{}, fmt.Errorf("%w: command %q", ErrFormat, r.Command)
}

// place is that of a part on pages.
func (v Views) place(p part) int {
	return slices.IndexFunc(v, func(view View) bool { return view.Name == p.Name })
}
