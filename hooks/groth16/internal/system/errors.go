package system

import "errors"

// Errors of the provers, which package groth16 exports and documents.
var (
	ErrInvalidInput    = errors.New("groth16: invalid input")
	ErrInvalidSolution = errors.New("groth16: not a solution to prove from")
)
