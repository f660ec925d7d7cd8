package report

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// summarySizes is the number of sizes of each scheme in a summary.
const summarySizes = 3

// summarize chooses the proofs of one machine in the three largest sizes of each scheme. They are
// of the circuit and curve that were measured in more sizes beside gnark's prover than others.
// Proofs with settings of their own, or made several at once, are left out.
func summarize(rows []*results.Row) (lines []*results.Row) {
	var plain []*results.Row
	for _, row := range rows {
		if row.Command == benchmarks.Prove.Name && row.Times[results.Gnark] != nil &&
			benchmarks.ProofSetting(row) == "" {
			plain = append(plain, row)
		}
	}
	var chosen []*results.Row
	for _, group := range results.Group(plain, about) {
		if len(group) > len(chosen) {
			chosen = group
		}
	}
	slices.SortStableFunc(chosen, func(a, b *results.Row) int {
		return cmp.Or(strings.Compare(a.Setting["scheme"], b.Setting["scheme"]),
			constraintsOf(a)-constraintsOf(b))
	})
	ofScheme := func(r *results.Row) string { return r.Setting["scheme"] }
	for _, group := range results.Group(chosen, ofScheme) {
		lines = append(lines, group[max(0, len(group)-summarySizes):]...)
	}
	return lines
}

func constraintsOf(r *results.Row) int {
	n, _ := strconv.Atoi(r.Setting["constraints"]) // bench writes a number
	return n
}

// about is the circuit and the curve, such as "mimc over BN254".
func about(r *results.Row) string {
	return fmt.Sprintf("%s over %s", r.Setting["circuit"], table.Curve(r.Setting["curve"]))
}

// summarize adds the summary to a section, if it has proofs beside gnark's.
func (s *section) summarize() {
	if lines := summarize(s.rows); len(lines) > 0 {
		summary := table.New(summaryColumns, lines)
		s.Summary, s.About = &summary, about(lines[0])
	}
}

// summaryColumns name the scheme and the size of the constraints' domain. An example is
// "PLONK, 2^18".
var summaryColumns = append([]table.Column{{Heading: "proof", Cell: func(r *results.Row) string {
	return fmt.Sprintf("%s, 2^%d", table.Known(r.Setting["scheme"]),
		bits.Len(uint(constraintsOf(r)-1)))
}}}, table.Median("gnark", results.Gnark), table.Median("gnark-accel", results.Ours),
	table.Column{Heading: "times faster", Cell: func(r *results.Row) string {
		return table.Short(r.Faster()) + "×"
	}})
