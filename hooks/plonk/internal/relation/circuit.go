// Package relation has the polynomials that a PLONK proof relates, and its verifier's challenges.
// All of it is on the host.
package relation

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// ErrInvalidInput is wrapped by the errors of input that no prover takes.
var ErrInvalidInput = errors.New("plonk: invalid input")

// Circuit has the polynomials of a circuit by their coefficients, for the CPU.
type Circuit[E any] struct {
	// Domain is H, of n elements.
	Domain *algebra.Domain[E]
	// Points are the elements of H: Points[i] = ωⁱ.
	Points []E
	device.Columns[E]
}
