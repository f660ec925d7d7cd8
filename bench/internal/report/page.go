// Package report turns rows into a page, pictures and tables.
package report

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

//go:embed page.html.tmpl
var files embed.FS

var page = template.Must(template.New("").Funcs(template.FuncMap{
	"short": short, "fine": fine, "percent": percent, "bytes": bytesText, "spaced": spaced,
	"group": groupName, "setting": settingName,
	"proof": proofName, "proofSetting": proofSetting, "duration": duration,
	"giga":       func(x float64) string { return short(x / 1e9) },
	"curve":      curveName,
	"solve":      solveName,
	"key":        keyName,
	"points":     pointsName,
	"first":      firstName,
	"ceremony":   ceremonyName,
	"when":       when,
	"deviceIdle": func(p *results.Proof) string { return cmp.Or(deviceIdle(p), "–") },
	"ratio":      func(a, b float64) string { return short(a / b) },
}).ParseFS(files, "page.html.tmpl"))

// ErrNoRows: the files have no rows to report.
var ErrNoRows = errors.New("no rows to report")

// section has the rows of one machine.
type section struct {
	ID         string
	Heading    string
	Warning    string
	Machine    results.Machine
	Revisions  []string
	From, To   string // dates
	Circuit    string // of the summary
	Summary    []summaryLine
	Proofs     []*results.Proof
	Keys       []*results.Key
	Points     []*results.Points
	First      []*results.First
	Ceremonies []*results.Ceremony
	Solves     []*results.Solve
	Sums       []*results.MSM
	Transforms []*results.NTT

	ProofFigures, SumFigures []figureView
}

type figureView struct {
	ID, Caption string
	SVG         template.HTML
	Spans       []results.Span
}

// WritePage writes a self-contained page: it refers to nothing else.
func WritePage(w io.Writer, rows []results.Row, peers *Peers) error {
	if len(rows) == 0 {
		return ErrNoRows
	}
	var sections []*section
	var shown *Peers // beside rows of a GPU
	for i, of := range results.ByMachine(results.Latest(rows)) {
		s := newSection(i, of)
		if s.Machine.Device.Kind == results.GPU {
			shown = peers
		}
		var err error
		if s.ProofFigures, err = s.draw(proofFigures(of, peers)); err != nil {
			return err
		}
		if s.SumFigures, err = s.draw(sumFigures(of, peers)); err != nil {
			return err
		}
		sections = append(sections, s)
	}
	return page.ExecuteTemplate(w, "page.html.tmpl", map[string]any{
		"Sections": sections, "Peers": shown,
	})
}

// draw makes figures into parts of the section.
func (s *section) draw(all []figure) (views []figureView, err error) {
	for _, f := range all {
		svg, err := f.drawing.SVG()
		if err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.name, err)
		}
		views = append(views, figureView{
			ID: fmt.Sprintf("%s-%s", s.ID, f.name), Caption: f.caption, SVG: svg, Spans: f.spans,
		})
	}
	return views, nil
}

// newSection collects the facts about the machine, and the rows for the tables.
func newSection(i int, rows []results.Row) *section {
	s := &section{ID: fmt.Sprintf("machine%d", i+1), Machine: rows[0].Machine}
	switch s.Machine.Device.Kind {
	case results.GPU:
		s.Heading = "On " + s.Machine.Device.Name
	case results.Emulator:
		s.Heading = "On the emulator"
		s.Warning = "The emulator stands for a GPU in tests. Its results are right; its times " +
			"say " +
			"nothing about a GPU's."
	default:
		s.Heading = "On the CPU alone"
		s.Warning = "There was no GPU: what the library leaves to the CPU is gnark-crypto's work."
	}
	s.From, s.To, s.Revisions = spanOf(rows)
	if s.Summary = summarize(rows); len(s.Summary) > 0 {
		s.Circuit = about(s.Summary)
	}
	for _, row := range rows {
		switch {
		case row.MSM != nil:
			s.Sums = append(s.Sums, row.MSM)
		case row.NTT != nil:
			s.Transforms = append(s.Transforms, row.NTT)
		case row.Key != nil:
			s.Keys = append(s.Keys, row.Key)
		case row.Points != nil:
			s.Points = append(s.Points, row.Points)
		case row.First != nil:
			s.First = append(s.First, row.First)
		case row.Ceremony != nil:
			s.Ceremonies = append(s.Ceremonies, row.Ceremony)
		case row.Solve != nil:
			s.Solves = append(s.Solves, row.Solve)
		default:
			s.Proofs = append(s.Proofs, row.Proof)
		}
	}
	return s
}

// WritePictures writes each figure as a PNG into a folder and returns their paths. The figures of a
// machine with a GPU have plain names, the names of others begin with the kind of the device;
// further machines of a kind are numbered.
func WritePictures(folder string, rows []results.Row, peers *Peers) (paths []string, err error) {
	seen := map[results.Kind]int{}
	for _, of := range results.ByMachine(results.Latest(rows)) {
		kind := of[0].Machine.Device.Kind
		seen[kind]++
		prefix := ""
		if kind != results.GPU {
			prefix = string(kind) + "-"
		}
		if seen[kind] > 1 {
			prefix += fmt.Sprintf("%d-", seen[kind])
		}
		for _, f := range append(proofFigures(of, peers), sumFigures(of, peers)...) {
			path := filepath.Join(folder, prefix+f.name+".png")
			if err := writePicture(path, f); err != nil {
				return paths, fmt.Errorf("%s: %w", path, err)
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

func writePicture(path string, f figure) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.drawing.PNG(file), file.Close())
}
