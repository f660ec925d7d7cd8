// Package protocol holds what the Groth16 provers of all curves share: the errors, and the parts of
// the protocol that speak of wires and not of group elements.
package protocol

import "errors"

// The errors of the provers, for errors.Is; package groth16 exports and documents them.
var (
	ErrCurveNotSupported = errors.New("groth16: curve not supported")
	ErrInvalidInput      = errors.New("groth16: invalid input")
	ErrInvalidSolution   = errors.New("groth16: not a solution to prove from")
	ErrKeyMismatch       = errors.New(
		"groth16: the proving key does not belong to the constraint system")
)
