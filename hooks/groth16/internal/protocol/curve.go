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

// Pairing is the pairing of a curve's groups. It tells products of pairings by their factors, since
// the final exponentiation is one for all. All points are in the subgroups.
type Pairing[P1, P2 any] struct {
	// Factor returns the factor e(p, q).
	Factor func(p P1, q P2) (Factor, error)
	// Fixed returns Factor for a point q that is in many products. It computes once what depends on
	// the point alone.
	Fixed func(q P2) func(p P1) (Factor, error)
	// Product multiplies factors.
	Product func(factors ...Factor) Factor
	// One says whether a product of pairings is 1.
	One func(product Factor) bool
	// InSubgroup1 and InSubgroup2 say whether a point of the curve is in G1, or in G2.
	InSubgroup1 func(*P1) bool
	InSubgroup2 func(*P2) bool
	// Generator1 and Generator2 generate G1 and G2.
	Generator1 P1
	Generator2 P2
}

// Factor is a Miller loop's result, or a product of such, in a type of the curve's.
type Factor any
