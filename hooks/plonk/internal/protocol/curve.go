package protocol

import "github.com/gnark-accel/gnark-accel/hooks/internal/algebra"

// Curve is the arithmetic of a scheme.
type Curve[P, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P, E]
}
