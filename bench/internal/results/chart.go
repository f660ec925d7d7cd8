package results

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

// ErrNoProofs: a chart has nothing to show.
var ErrNoProofs = errors.New("no proofs beside gnark's")

// bar is one of the chart. Lengths are pixels.
type bar struct {
	*Row
	Top, Length int
}

//go:embed chart.svg.tmpl
var chartText string

// chart has horizontal bars, with a label before each and a text behind it.
var chart = template.Must(template.New("chart").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b }, "as": (*Row).as, "duration": duration,
	"short": short,
}).Parse(chartText))

// WriteChart writes the summary of the first machine as a picture for README: a bar for each line,
// as long as gnark's time is times ours.
func WriteChart(w io.Writer, rows []*Row) error {
	lines := summarize(rows)
	if len(lines) == 0 {
		return ErrNoProofs
	}
	const first, step, longest = 40, 24, 420
	highest := 0.0
	for _, row := range lines {
		highest = max(highest, row.Faster())
	}
	var bars []bar
	for i, row := range lines {
		bars = append(bars, bar{row, first + i*step, int(row.Faster() / highest * longest)})
	}
	bottom := first + len(bars)*step + step
	return chart.Execute(w, map[string]any{
		"Bars": bars, "Bottom": bottom, "Height": bottom + step/2,
		"About": fmt.Sprintf("%s, %s, solver included", about(lines[0]),
			cmp.Or(lines[0].Machine["device"], "CPU")),
	})
}

// summarySizes is the number of sizes of each scheme in a summary.
const summarySizes = 3

// plainSettings is the number of settings of a usual proof: circuit, constraints, curve and scheme.
const plainSettings = 4

// summarize chooses each scheme's proofs in the three largest sizes, of the first machine. They are
// of the circuit and curve that were measured in more sizes beside gnark's prover than others.
// Proofs with settings of their own, or made several at once, are left out.
func summarize(rows []*Row) (lines []*Row) {
	machines := byMachine(latest(rows))
	if len(machines) == 0 {
		return nil
	}
	plain := only(machines[0], func(r *Row) bool {
		return r.Command == "prove" && r.Times[Gnark] != nil && len(r.Setting) == plainSettings
	})
	var chosen []*Row
	for _, of := range group(plain, about) {
		if len(of) > len(chosen) {
			chosen = of
		}
	}
	slices.SortStableFunc(chosen, func(a, b *Row) int {
		return cmp.Or(strings.Compare(a.Setting["scheme"], b.Setting["scheme"]),
			int(a.Constraints()-b.Constraints()))
	})
	ofScheme := func(r *Row) string { return r.Setting["scheme"] }
	for _, of := range group(chosen, ofScheme) {
		lines = append(lines, of[max(0, len(of)-summarySizes):]...)
	}
	return lines
}

// about is the circuit and the curve, such as "mimc over BN254".
func about(r *Row) string { return r.as("${circuit} over ${curve}") }
