package poly

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Separation returns the factors that give the hₖ of a polynomial by its remainders. The polynomial
// is p = h₀ + Xⁿ·h₁ + X²ⁿ·h₂ + …
//
// On a coset s·H of a domain of n elements Xⁿ is the constant sⁿ. So the remainder rᵢ of p modulo
// Xⁿ − cᵢ is Σ cᵢᵏ·hₖ, and each coefficient of the hₖ is one of Lagrange's interpolations:
// hₖ = Σ factors[k][i]·rᵢ. The powers cᵢ differ. There are as many hₖ as powers; a longer p is
// taken modulo Π (Xⁿ − cᵢ): see [Remainder].
func Separation[E any](f *curve.Field[E], powers []E) [][]E {
	product := vanishing(f, powers)
	factors, denominators := make([][]E, len(powers)), make([]E, len(powers))
	for k := range factors {
		factors[k] = make([]E, len(powers))
	}
	for i := range powers {
		basis, _ := Divide(f, slices.Clone(product), powers[i]) // without that root
		for k := range basis {
			factors[k][i] = basis[k]
		}
		denominators[i] = Evaluate(f, basis, powers[i])
	}
	Invert(f, denominators)
	for _, row := range factors {
		f.Vectors.Mul(row, row, denominators)
	}
	return factors
}

// Remainder returns the coefficients of xᵉ modulo Π (x − cᵢ). The cᵢ are the roots, and e is at
// least their number.
func Remainder[E any](f *curve.Field[E], roots []E, e int) []E {
	product := vanishing(f, roots)
	last := len(roots) - 1
	remainder := make([]E, len(roots))
	remainder[0] = f.One
	for range e {
		leading := remainder[last]
		copy(remainder[1:], remainder[:last])
		remainder[0] = *new(E)
		for k := range remainder {
			var term E
			f.Sub(&remainder[k], &remainder[k], f.Mul(&term, &leading, &product[k]))
		}
	}
	return remainder
}

// vanishing returns the coefficients of Π (x − cᵢ), the constant one first.
func vanishing[E any](f *curve.Field[E], roots []E) []E {
	product := []E{f.One}
	for i := range roots {
		var term E
		next := make([]E, len(product)+1)
		copy(next[1:], product)
		for k := range product {
			f.Sub(&next[k], &next[k], f.Mul(&term, &product[k], &roots[i]))
		}
		product = next
	}
	return product
}
