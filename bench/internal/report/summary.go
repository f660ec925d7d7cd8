package report

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// summaryLines is the number of sizes of each scheme in a summary.
const summaryLines = 3

// summaryLine is one proof beside gnark's: the whole report in a line.
type summaryLine struct{ *results.Proof }

// Name is the scheme and the size of the domain that the constraints need, such as "PLONK, 2^18".
func (l summaryLine) Name() string {
	return fmt.Sprintf("%s, 2^%d", known(schemeNames, l.Scheme), bits.Len(uint(l.Constraints-1)))
}

// Gnarks and Ours are median times with their units.
func (l summaryLine) Gnarks() string { return duration(l.Gnark.Median) }

// Ours is the median time of a proof.
func (l summaryLine) Ours() string { return duration(l.Prove.Median) }

// Ratio is gnark's time divided by ours.
func (l summaryLine) Ratio() float64 { return l.Gnark.Median / l.Prove.Median }

// Times is the ratio as a text, such as "15×".
func (l summaryLine) Times() string { return short(l.Ratio()) + "×" }

// summarize chooses at most six proofs of one machine. They are the three largest sizes of each
// scheme, of the circuit and curve with the most sizes beside gnark's prover. Proofs with settings
// of their own, or made several at once, are left out.
func summarize(rows []results.Row) (lines []summaryLine) {
	chosen := richest(rows)
	perScheme := map[string]int{}
	slices.SortStableFunc(chosen, func(a, b summaryLine) int {
		return cmp.Or(strings.Compare(a.Scheme, b.Scheme), b.Constraints-a.Constraints)
	})
	for _, l := range chosen {
		if perScheme[l.Scheme]++; perScheme[l.Scheme] <= summaryLines {
			lines = append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(a, b summaryLine) int {
		return cmp.Or(strings.Compare(a.Scheme, b.Scheme), a.Constraints-b.Constraints)
	})
	return lines
}

// richest returns the plain proofs beside gnark's of the circuit and curve that has the most.
func richest(rows []results.Row) (most []summaryLine) {
	type key struct{ circuit, curve string }
	var keys []key
	all := map[key][]summaryLine{}
	for _, row := range rows {
		p := row.Proof
		if p == nil || p.Gnark == nil || proofSetting(p) != "" {
			continue
		}
		k := key{p.Circuit, p.Curve}
		if all[k] == nil {
			keys = append(keys, k)
		}
		all[k] = append(all[k], summaryLine{p})
	}
	for _, k := range keys {
		if len(all[k]) > len(most) {
			most = all[k]
		}
	}
	return most
}

// about is the circuit and the curve of all lines, such as "mimc over BN254".
func about(lines []summaryLine) string {
	return fmt.Sprintf("%s over %s", lines[0].Circuit, curveName(lines[0].Curve))
}

// WriteShort writes the summary of the first machine as a small table in Markdown, for README.
func WriteShort(w io.Writer, rows []results.Row) error {
	machine, lines, err := firstSummary(rows)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "One proof on one %s and %d threads of its host, the solver included (%s):\n",
		escape(deviceName(machine)), machine.Threads, escape(about(lines)))
	writeSummary(&b, lines)
	_, err = io.WriteString(w, b.String())
	return err
}

func writeSummary(b *strings.Builder, lines []summaryLine) {
	var table [][]string
	for _, l := range lines {
		table = append(table, []string{l.Name(), l.Gnarks(), l.Ours(), l.Times()})
	}
	writeMarkdown(b, []string{"proof", "gnark", "gnark-accel", "times faster"}, table)
}

// WriteChart writes the summary of the first machine as a picture of its own, for README.
func WriteChart(w io.Writer, rows []results.Row) error {
	machine, lines, err := firstSummary(rows)
	if err != nil {
		return err
	}
	svg, err := summaryChart(machine, lines).SVG()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, string(svg))
	return err
}

func firstSummary(rows []results.Row) (m results.Machine, lines []summaryLine, err error) {
	if len(rows) == 0 {
		return m, nil, ErrNoRows
	}
	of := results.ByMachine(results.Latest(rows))[0]
	if lines = summarize(of); len(lines) == 0 {
		return m, nil, fmt.Errorf("%w: no proof beside gnark's", ErrNoRows)
	}
	return of[0].Machine, lines, nil
}

// summaryChart has a bar for each line, as long as gnark's time is times ours.
func summaryChart(m results.Machine, lines []summaryLine) *chart.Bars {
	bars := &chart.Bars{
		Title: "Times faster than gnark's prover on the CPU", Reference: 1,
		ReferenceName: "gnark's",
		X:             fmt.Sprintf("%s, %s, solver included", about(lines), deviceName(m)),
	}
	for _, l := range lines {
		bars.Bars = append(bars.Bars, chart.Bar{
			Label: l.Name(), Group: groupOf(l.Scheme == "plonk"), Value: l.Ratio(),
			Text: fmt.Sprintf("%s (%s instead of %s)", l.Times(), l.Ours(), l.Gnarks()),
		})
	}
	return bars
}

// deviceName is the name of the device or of its stand-in.
func deviceName(m results.Machine) string {
	switch m.Device.Kind {
	case results.GPU:
		return m.Device.Name
	case results.Emulator:
		return "emulator"
	default:
		return "CPU"
	}
}
