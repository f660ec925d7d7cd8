// Package multiexp computes sums over points in gnark-crypto's types.
//
// It checks the input as gnark-crypto does and asks an engine of package internal/session for the
// sum. It computes on the CPU where the engine does not. accel/bn254 and its siblings wrap it.
package multiexp
