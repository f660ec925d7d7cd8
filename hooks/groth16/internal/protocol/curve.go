package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Curve is the arithmetic of a scheme.
type Curve[P1, P2, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P1, E]
	G2    *algebra.Group[P2, E]
	// Pairing is that of both groups.
	Pairing Pairing[P1, P2]
}

// on returns the curve on the engine of a device.
func (c *Curve[P1, P2, E]) on(e *session.Engine) *device.Curve[P1, P2, E] {
	return &device.Curve[P1, P2, E]{
		Field: c.Field.OnEngine(e), G1: c.G1.OnEngine(e), G2: c.G2.OnEngine(e),
	}
}

// Pairing is the pairing of a curve's groups.
type Pairing[P1, P2 any] struct {
	// With returns a function that says whether the product of all e(pᵢ, qᵢ) is 1. The product has
	// the pairs of its arguments and those of With's, which it computes once. The points are in the
	// subgroups.
	With func(p []P1, q []P2) (one func(p []P1, q []P2) (bool, error), err error)
	// InSubgroups says whether a proof's points are.
	InSubgroups func(ar, krs *P1, bs *P2) bool
	// Generator1 and Generator2 generate G1 and G2.
	Generator1 P1
	Generator2 P2
}
