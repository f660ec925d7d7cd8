// Package relation has the polynomials that a PLONK proof relates, and its verifier's challenges.
// All of it is on the host.
package relation

import "errors"

// ErrInvalidInput is wrapped by the errors of input that no prover takes.
var ErrInvalidInput = errors.New("plonk: invalid input")
