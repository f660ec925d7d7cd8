package results

import (
	_ "embed"
	"io"
	"slices"
	"text/template"
)

//go:embed page.md.tmpl
var pageText string

// page is the template of pages. Text of rows is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"escape": escapes.Replace}).
	Parse(pageText))

// WriteMarkdown writes a page, with details all rows and columns. It shows the picture of
// [WriteChart] at a path relative to it, or none if the path is empty.
func WriteMarkdown(w io.Writer, rows []*Row, picture string, details bool) error {
	all := sections(rows, details)
	if len(all) > 0 {
		all[0].Picture = picture
	}
	return page.Execute(w, all)
}

// sections are those of a page, one for each machine. A command is explained once.
func sections(rows []*Row, details bool) (all []*section) {
	explained := map[*view]bool{}
	for _, of := range byMachine(latest(rows)) {
		s := &section{Machine: of[0].Machine}
		for i := range views {
			p := part{view: &views[i], details: details, Explained: explained[&views[i]]}
			p.rows = slices.DeleteFunc(slices.Clone(of), func(r *Row) bool {
				return r.Command != p.Command
			})
			if len(p.rows) > 0 {
				explained[p.view] = true
				s.Parts = append(s.Parts, p)
			}
		}
		all = append(all, s)
	}
	return all
}
