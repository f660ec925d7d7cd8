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

func (c *Curve[P1, P2, E]) on(e *session.Engine) *device.Curve[P1, P2, E] {
	return &device.Curve[P1, P2, E]{
		Field: c.Field.OnEngine(e), G1: c.G1.OnEngine(e), G2: c.G2.OnEngine(e),
	}
}
