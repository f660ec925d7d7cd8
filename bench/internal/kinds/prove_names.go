package kinds

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// proofName names a proof with its settings.
func proofName(r *results.Row) string { return table.Join(circuitName(r), ProofSetting(r)) }

// ProofSetting lists the settings that differ from the usual ones.
func ProofSetting(r *results.Row) string {
	return settings(r, []naming{
		{"concurrency", "%s at once"}, {"stream", "a stream of %s"}, {"devices", "%s devices"},
		{"statistical-zk", "statistical zero-knowledge"}, {"keyless", "without the verifying key"},
		{"prepared", "circuit loaded with the key"}, {"commitments", "%s commitments"},
		{"min-size", "from %s points on"}, {"memory", "at most %s"},
	})
}

// Beyond is the time beyond the solver and the verification, in milliseconds, of the proof whose
// rounds were kept. It is 0 for several proofs at once, and for a stream.
func Beyond(r *results.Row) (rest float64) {
	for _, s := range r.Spans {
		if s.Name != results.RoundSolver && s.Name != results.RoundVerification {
			rest += s.Took
		}
	}
	return rest
}

func unlessZero(ms float64) string {
	if ms == 0 {
		return ""
	}
	return table.Duration(ms)
}
