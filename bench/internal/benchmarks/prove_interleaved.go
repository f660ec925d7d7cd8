package benchmarks

import (
	"errors"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
)

// ours is our prover with more options.
func (p *proved) ours(more ...backend.ProverOption) *prover {
	return &prover{circuit: p.circuit, prove: p.scheme.Ours, more: more}
}

// interleave makes the proofs of a row. Fewer proofs of gnark's are spread among ours.
func (p *proved) interleave(row *results.Row) error {
	ours, bare := p.ours(), p.ours(p.scheme.Unverified)
	gnarks := &prover{circuit: p.circuit, prove: p.scheme.Gnarks}
	ours.own = true
	var verification results.Sample
	before := p.engine.Statistics()
	for i := range p.Proofs {
		p.log.Reset()
		if err := errors.Join(p.ctx.Err(), ours.run()); err != nil {
			return err
		}
		parts := rounds(&p.log)
		enterRounds(row, parts)
		if took := parts[roundVerification]; took > 0 { // gnark's own proofs have none
			verification = append(verification, took)
		}
		if err := bare.run(); err != nil {
			return err
		}
		if n := p.gnarks(); i*n/p.Proofs == (i+1)*n/p.Proofs {
			continue
		}
		if err := gnarks.run(); err != nil {
			return err
		}
	}
	p.enter(row, before, ours, bare)
	row.Enter("verification", verification)
	gnarks.enter(row, results.Gnark, "gnark-")
	row.Figures["proofs"] += float64(gnarks.made)
	return nil
}

// streams makes the proofs of a row in streams, one after the other.
func (p *proved) streams(row *results.Row) error {
	ours, bare := p.ours(), p.ours(p.scheme.Unverified)
	ours.own = true
	before := p.engine.Statistics()
	for range p.Proofs {
		for _, of := range []*prover{ours, bare} {
			if err := errors.Join(p.ctx.Err(), of.stream(p.ctx, p.Stream, p.Callers)); err != nil {
				return err
			}
		}
	}
	p.enter(row, before, ours, bare)
	row.Figures["per-minute"] = float64(ours.made) / ours.elapsed.Minutes()
	return nil
}

// enter enters our provers' figures in a row: as usual, and without verification. MSMs and bytes
// are a proof's, since the engine's statistics that were taken before.
func (p *proved) enter(row *results.Row, before accel.Statistics, ours, bare *prover) {
	row.Enter("unverified", results.NewSample(bare.times))
	ours.enter(row, results.Ours, "")
	after, n := p.engine.Statistics(), ours.made+bare.made
	onCPU := after.CPUSmall + after.CPUNoDevice + after.CPUFailure -
		before.CPUSmall - before.CPUNoDevice - before.CPUFailure
	for unit, count := range map[string]uint64{
		"up-bytes": after.BytesUp - before.BytesUp, "cpu-msms": onCPU,
		"device-msms": after.DeviceMSMs - before.DeviceMSMs,
	} {
		row.Figures[unit] = float64(count / uint64(n))
	}
	row.Figures["proofs"] += float64(n)
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
