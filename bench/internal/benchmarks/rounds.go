package benchmarks

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// Rounds of every proof system.
const (
	roundSolver       = "solver"       // the processors solve the constraint system
	roundVerification = "verification" // before the proof leaves
)

// plonkRounds are the others, as the line "prover done" names them.
var plonkRounds = []string{"trace", "wires", "permutation", "quotient", "evaluations", "openings"}

// rounds returns the times of the parts of a logged proof, in milliseconds.
func rounds(log *logbook.Book) map[string]float64 {
	all := map[string]float64{}
	for _, e := range log.Entries("constraint system solver done") {
		all[roundSolver] = e.Number("took")
	}
	for _, e := range log.Entries("prover done") {
		all[roundVerification] = e.Number(roundVerification)
		if _, plonk := e["openings"]; !plonk {
			all["sums-and-quotient"] = e.Number("took")
			continue
		}
		for _, name := range append(plonkRounds, roundSolver) {
			all[name] = e.Number(name)
		}
	}
	return all
}

// enterRounds enters the rounds, and the time beyond the solver and the verification. The latter is
// a time of its own, which gnark's own proofs have not.
func enterRounds(row *results.Row, rounds map[string]float64) {
	beyond := 0.0
	for name, took := range rounds {
		row.Figures["round-"+name+"-ms"] = took
		if name != roundSolver && name != roundVerification {
			beyond += took
		}
	}
	row.Figures["beyond-solver-ms"] = beyond
	if took := rounds[roundVerification]; took > 0 {
		row.Times["verification"] = append(row.Times["verification"], took)
	}
}
