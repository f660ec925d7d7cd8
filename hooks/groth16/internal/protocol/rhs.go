package protocol

import "github.com/gnark-accel/gnark-accel/internal/curve"

// rhs returns the factors of MSMs over visible wires, but for the factor of K:
//
//	e(−ΣA, β) · e(−α, ΣB) · e(−ΣC, g₂)
//
// More points join ΣA.
func (e *equation[P1, P2, E]) rhs(sums *parts[P1, P2], more ...P1) (curve.Factor, error) {
	return e.product(
		func() (curve.Factor, error) { return e.beta(e.minus(append(more, sums.a)...)) },
		func() (curve.Factor, error) { return e.Pairing.Factor(e.minus(e.alpha), sums.b) },
		func() (curve.Factor, error) { return e.generator(e.minus(sums.c)) },
	)
}
