package results

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
	"time"
)

//go:embed page.md.tmpl
var pageText string

// page is the template of pages. Text of rows is escaped.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"escape": escapes.Replace}).
	Parse(pageText))

// WriteMarkdown writes a page, with details all rows and columns. It shows the picture of
// [WriteChart] at a path relative to it, or none if the path is empty.
func WriteMarkdown(w io.Writer, rows []*Row, picture string, details bool) error {
	return page.Execute(w, map[string]any{"Picture": picture, "Parts": parts(rows, details)})
}

// part has the rows of one command on one machine.
type part struct {
	view
	Machine
	rows      []*Row
	details   bool // all rows and columns
	Begins    bool // the rows of the machine
	Explained bool // by a part before
}

// parts are those of a page. A command is explained once.
func parts(rows []*Row, details bool) (all []part) {
	explained := map[string]bool{}
	for _, of := range byMachine(latest(rows)) {
		begins := true
		for _, v := range views {
			rows := only(of, func(r *Row) bool { return r.Command == v.Command })
			if len(rows) > 0 {
				p := part{v, of[0].Machine, rows, details, begins, explained[v.Command]}
				all = append(all, p)
				begins, explained[v.Command] = false, true
			}
		}
	}
	return all
}

// Dates are the first day and the last one that a part was measured on.
func (p part) Dates() string {
	var days []string
	for _, row := range p.rows {
		days = append(days, row.Date.Format(time.DateOnly))
	}
	return strings.Join(slices.Compact([]string{slices.Min(days), slices.Max(days)}), " to ")
}

// Revisions are the beginnings of the names of a part's revisions.
func (p part) Revisions() string {
	var all []string
	beginning := func(r *Row) string { return fmt.Sprintf("%.7s", r.Machine["revision"]) }
	for _, of := range group(p.rows, beginning) {
		all = append(all, beginning(of[0]))
	}
	return strings.Join(all, ", ")
}

// Table is the table of a part. That of docs/performance.md lacks minor rows.
func (p part) Table() (table, error) {
	if p.details {
		return detailed(p.Command, p.rows)
	}
	rows := only(p.rows, func(r *Row) bool { return !r.minor() })
	if columns.Lookup(p.Command+bySize) != nil {
		return newSizes(p.Command+bySize, rows)
	}
	return newTable(p.Command, rows)
}

// minor says that docs/performance.md can do without a row.
func (r *Row) minor() bool {
	s := r.Setting
	return s["keyless"] != "" && r.Machine.Kind() != CPU || // the usual case without a GPU
		s["threads"] == "1" || s["batch"] != "" ||
		s["transform"] != "" && s["transform"] != "forward"
}

// view is how pages show the rows of a command. The template of that name has its columns.
type view struct{ Command, Title string }

// views are the views of all commands, in the order of pages.
var views = []view{
	{"prove", "Proofs"}, {"first", "The first proof"}, {"setup", "Setups"},
	{"load", "Reading keys"}, {"ceremony", "Ceremonies"}, {"solve", "Solvers"},
	{"msm", "Multi-scalar multiplications"}, {"ntt", "Transforms"},
}

// known says whether a command has a view.
func known(command string) bool {
	return slices.ContainsFunc(views, func(v view) bool { return v.Command == command })
}
