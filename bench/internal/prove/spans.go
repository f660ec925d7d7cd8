package prove

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
)

// plonkRounds in the order of the proof, as the line "prover done" names them.
var plonkRounds = []string{results.RoundSolver, "trace", "wires", "permutation", "quotient",
	"evaluations", "openings"}

// spans returns the parts of the proof that was logged since start. A line is written at the end of
// the part that it tells of.
func spans(log *logbook.Book, start time.Time) (all []results.Span) {
	add := func(track, name string, end time.Time, took float64) {
		all = append(all, results.Span{Track: track, Name: name,
			Start: max(0, results.Milliseconds(end.Sub(start))-took), Took: took})
	}
	rounds := false
	for _, e := range log.Entries("prover done") {
		made := e.At.Add(-milliseconds(e.Number(results.RoundVerification)))
		at := made.Add(-milliseconds(e.Number("took")))
		for _, name := range plonkRounds {
			if _, ok := e.Fields[name]; !ok {
				continue
			}
			rounds = true
			at = at.Add(milliseconds(e.Number(name)))
			add(results.TrackRounds, name, at, e.Number(name))
		}
		if !rounds { // Groth16 has the solver before, and one round
			add(results.TrackRounds, "sums and quotient", made, e.Number("took"))
		}
		if took := e.Number(results.RoundVerification); took > 0 {
			add(results.TrackRounds, results.RoundVerification, e.At, took)
		}
	}
	for _, e := range log.Entries("constraint system solver done") {
		if !rounds {
			add(results.TrackRounds, results.RoundSolver, e.At, e.Number("took"))
		}
	}
	for _, e := range log.Entries("msm done") {
		add(results.TrackSums, sumName(&e), e.At, e.Number("took"))
	}
	for _, e := range log.Entries("vectors done") {
		add(results.TrackVectors, e.Text("operation"), e.At, e.Number("took"))
	}
	slices.SortStableFunc(all, func(a, b results.Span) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

// watched returns the same, and when the device was busy.
func watched(log *logbook.Book, start time.Time, busy []usage.Interval) []results.Span {
	all := spans(log, start)
	for _, b := range busy {
		all = append(all, results.Span{
			Track: results.TrackDevice, Name: "busy",
			Start: results.Milliseconds(b.From.Sub(start)),
			Took:  results.Milliseconds(b.To.Sub(b.From)),
		})
	}
	return all
}

// timeOf is the time of a round in a proof, in milliseconds.
func timeOf(round string, proof []results.Span) (took float64) {
	for _, span := range proof {
		if span.Track == results.TrackRounds && span.Name == round {
			took += span.Took
		}
	}
	return took
}

// sumName says which group and how many points. bn254_g1 becomes "G1", and sizes near a power of
// two are written as such.
func sumName(e *logbook.Entry) string {
	group := e.Text("group")
	if len(group) > 2 {
		group = "G" + group[len(group)-1:]
	}
	n := int(e.Number("points"))
	k := bits.Len(uint(max(n-n/8, 1)))
	if power := 1 << k; n > power-power/32 && n < power+power/32 {
		return fmt.Sprintf("%s 2^%d", group, k)
	}
	return fmt.Sprintf("%s %d", group, n)
}
