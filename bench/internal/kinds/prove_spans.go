package kinds

import (
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// plonkRounds in the order of the proof, as the line "prover done" names them.
var plonkRounds = []string{results.RoundSolver, "trace", "wires", "permutation", "quotient",
	"evaluations", "openings"}

// rounds returns the parts of the proof that was logged since start, one after the other. A line is
// written at the end of the part that it tells of.
func rounds(log *logbook.Book, start time.Time) (all []results.Span) {
	add := func(name string, end time.Time, took float64) {
		all = append(all, results.Span{Name: name, Took: took,
			Start: max(0, results.Milliseconds(end.Sub(start))-took)})
	}
	for _, e := range log.Entries("constraint system solver done") {
		add(results.RoundSolver, e.At, e.Number("took")) // of Groth16
	}
	for _, e := range log.Entries("prover done") {
		verification := e.Number(results.RoundVerification)
		made := e.At.Add(-milliseconds(verification))
		if _, plonk := e.Fields["openings"]; plonk {
			all = nil
			at := made.Add(-milliseconds(e.Number("took")))
			for _, name := range plonkRounds {
				at = at.Add(milliseconds(e.Number(name)))
				add(name, at, e.Number(name))
			}
		} else {
			add("sums and quotient", made, e.Number("took"))
		}
		if verification > 0 {
			add(results.RoundVerification, e.At, verification)
		}
	}
	return all
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

// timeOf is the time of a round in a proof, in milliseconds.
func timeOf(round string, proof []results.Span) (took float64) {
	for _, span := range proof {
		if span.Name == round {
			took += span.Took
		}
	}
	return took
}
