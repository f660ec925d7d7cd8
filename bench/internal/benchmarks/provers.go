package benchmarks

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
)

// unverified is our prover without verification, as an implementation of its own.
const unverified = "unverified"

// provers are those of a row: ours, ours without verification, and gnark's.
type provers struct {
	ours, bare, gnarks *prover
	before             accel.Statistics
}

func (p *proved) provers() provers {
	return provers{
		ours: &prover{proved: p, prove: p.scheme.Ours, options: p.options, own: true},
		bare: &prover{proved: p, prove: p.scheme.Ours,
			options: append(slices.Clip(p.options), p.scheme.Unverified)},
		gnarks: &prover{proved: p, prove: p.scheme.Gnarks, options: p.options},
		before: p.engine.Statistics(),
	}
}

// enter enters the figures of proofs in a row. MSMs and bytes are a proof's of ours.
func (p *provers) enter(row *results.Row, e *accel.Engine) {
	p.ours.enter(row, "")
	before, after, n := p.before, e.Statistics(), p.ours.made+p.bare.made
	onCPU := after.CPUSmall + after.CPUNoDevice + after.CPUFailure -
		before.CPUSmall - before.CPUNoDevice - before.CPUFailure
	for unit, count := range map[string]uint64{
		"up-bytes": after.BytesUp - before.BytesUp, "cpu-msms": onCPU,
		"device-msms": after.DeviceMSMs - before.DeviceMSMs,
	} {
		row.Figures[unit] = float64(count / uint64(n))
	}
	row.Figures["proofs"] += float64(p.bare.made)
	p.gnarks.enter(row, "gnark-")
}

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

// enterRounds enters the rounds, and the time beyond the solver and the verification.
func enterRounds(row *results.Row, rounds map[string]float64) {
	beyond := 0.0
	for name, took := range rounds {
		row.Figures["round-"+name+"-ms"] = took
		if name != roundSolver && name != roundVerification {
			beyond += took
		}
	}
	row.Figures["beyond-solver-ms"] = beyond
}
