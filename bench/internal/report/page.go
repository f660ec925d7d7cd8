package report

import (
	_ "embed"
	"io"
	"text/template"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

//go:embed page.md.tmpl
var pageText string

// page is the template of pages. Text of rows is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"escape": table.Escape}).
	Parse(pageText))

// WriteMarkdown writes a page without details. It shows the picture of [WriteChart] at a path
// relative to it, or none if the path is empty.
func WriteMarkdown(w io.Writer, rows []*results.Row, picture string) error {
	return write(w, rows, picture, part.brief)
}

// WriteDetails writes a page with all rows and columns.
func WriteDetails(w io.Writer, rows []*results.Row) error { return write(w, rows, "", part.whole) }

// write writes a page with a section for each machine. A benchmark is explained once.
func write(
	w io.Writer, rows []*results.Row, picture string, tableOf func(part) table.Table,
) error {
	all, err := sections(rows)
	if err != nil {
		return err
	}
	all[0].Picture = picture
	explained := map[string]bool{}
	for i := range all {
		for k := range all[i].Parts {
			p := &all[i].Parts[k]
			p.Table, p.Explained = tableOf(*p), explained[p.Name]
			explained[p.Name] = true
		}
	}
	all[0].summarize()
	return page.Execute(w, all)
}
