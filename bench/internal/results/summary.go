package results

import (
	"cmp"
	"slices"
	"strings"
)

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
func about(r *Row) string { return r.as("{circuit} over {curve}") }
