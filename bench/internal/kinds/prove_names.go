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
		{"stream", "a stream of %s"}, {"callers", "by %s callers"}, {"devices", "%s devices"},
		{"statistical-zk", "statistical zero-knowledge"}, {"keyless", "without the verifying key"},
		{"commitments", "%s commitments"},
		{"min-size", "from %s points on"}, {"memory", "at most %s"},
	})
}
