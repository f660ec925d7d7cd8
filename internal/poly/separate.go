package poly

import "github.com/gnark-accel/gnark-accel/internal/field"

// Separation returns factors that put h₀ + Xⁿ·h₁ + X²ⁿ·h₂ + … together. The polynomial is known on
// cosets of a domain of n elements.
//
// The i-th coset is that of s = u·ζⁱ, for u the domain's shift and ζ the generator of the domain
// that is larger by the number of cosets, a power of two. The remainder rᵢ modulo Xⁿ − sⁿ is
// Σ sⁿᵏ·hₖ. As sⁿ = uⁿ·ρⁱ for ρ = ζⁿ, a root of unity of order `cosets`, an inverse Fourier
// transform across the cosets separates the hₖ = Σ factors[k][i]·rᵢ:
//
//	factors[k][i] = u⁻ⁿᵏ·ρ⁻ⁱᵏ / cosets
func Separation[E any, S field.Scalar[E]](d *field.Domain[E], zeta E, cosets int) [][]E {
	shift := field.Power[E, S](d.ShiftInverse, d.Cardinality)
	root := field.Power[E, S](zeta, d.Cardinality)
	S(&root).Inverse(&root)
	var first E // of the k-th row
	S(&first).SetUint64(uint64(cosets))
	S(&first).Inverse(&first)
	step := field.One[E, S]() // ρ⁻ᵏ
	factors := make([][]E, cosets)
	for k := range factors {
		factors[k] = make([]E, cosets)
		factor := first
		for i := range factors[k] {
			factors[k][i] = factor
			S(&factor).Mul(&factor, &step)
		}
		S(&first).Mul(&first, &shift)
		S(&step).Mul(&step, &root)
	}
	return factors
}
