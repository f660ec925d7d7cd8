// Package times predicts how long a proof takes, and chooses the fastest way. The ways are a
// device, gnark's prover, and ours on the processors. An MSM that was timed on both sides, once an
// engine, says how fast they are.
package times
