package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Lagrange returns the values at x of a domain's first n Lagrange polynomials. Each is 1 at one
// element ωⁱ of the domain and 0 at the others: Lᵢ(x) = (xᴺ − 1)/N · ωⁱ/(x − ωⁱ) for N elements.
// The caller gives xᴺ − 1: x may be a secret of a setup, whose powers it clears.
func Lagrange[E any](d *curve.Domain[E], x, vanishing E, n int) []E {
	defer wipe(&x)
	defer wipe(&vanishing)
	f, roots, values := d.Field, make([]E, n), make([]E, n)
	Powers(f, roots, d.Generator)
	parallel.Chunks(n, func(from, to int) { Fill(values[from:to], x) })
	Elementwise(f.Vectors.Sub, values, values, roots)
	Invert(f, values)
	Elementwise(f.Vectors.Mul, values, values, roots)
	f.Mul(&vanishing, &vanishing, &d.CardinalityInverse)
	ScalarMul(f, values, values, vanishing)
	return values
}
