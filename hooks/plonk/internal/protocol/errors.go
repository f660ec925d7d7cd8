// Package protocol holds what the PLONK provers of all curves share.
package protocol

import "errors"

// The errors of the provers, for errors.Is; package plonk exports and documents them.
var (
	ErrCurveNotSupported = errors.New("plonk: curve not supported")
	ErrInvalidInput      = errors.New("plonk: invalid input")
	ErrInvalidSolution   = errors.New("plonk: not a solution to prove from")
	ErrKeyMismatch       = errors.New(
		"plonk: the proving key does not belong to the constraint system")
)
