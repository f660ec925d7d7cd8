package results

import (
	_ "embed"
	"errors"
	"io"
	"text/template"
)

//go:embed page.md.tmpl
var pageText string

// page is the template of pages. Text of rows is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"escape": escapes.Replace}).
	Parse(pageText))

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// WriteMarkdown writes a page, with details all rows and columns. It shows the picture of
// [WriteChart] at a path relative to it, or none if the path is empty.
func WriteMarkdown(w io.Writer, rows []*Row, picture string, details bool) error {
	all, err := sections(rows, details)
	if err != nil {
		return err
	}
	all[0].Picture = picture
	return page.Execute(w, all)
}

// sections are those of a page, one for each machine. A command is explained once.
func sections(rows []*Row, details bool) (all []*section, err error) {
	if len(rows) == 0 {
		return nil, ErrNoRows
	}
	for _, row := range rows {
		if _, err := viewOf(row); err != nil {
			return nil, err
		}
	}
	explained := map[string]bool{}
	for _, of := range byMachine(latest(rows)) {
		s := &section{machine: of[0].Machine}
		for i := range views {
			p := part{view: &views[i], details: details, Explained: explained[views[i].Command]}
			for _, row := range of {
				if row.Command == p.Command {
					p.rows = append(p.rows, row)
				}
			}
			if len(p.rows) > 0 {
				explained[p.Command] = true
				s.Parts = append(s.Parts, p)
			}
		}
		all = append(all, s)
	}
	all[0].Summary = summarize(rows)
	return all, nil
}
