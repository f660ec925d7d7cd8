// Package times predicts how long a proof takes on a device, by gnark's prover and by ours on the
// processors, and chooses the fastest. A sum that was timed on both sides, once an engine, says how
// fast they are.
package times
