package system

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Circuit has the polynomials of a circuit by their coefficients, for the CPU.
type Circuit[E any] struct {
	// Domain is H, of n elements.
	Domain *curve.Domain[E]
	// Points are the elements of H: Points[i] = ωⁱ.
	Points []E
	device.Columns[E]
}
