package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Accumulate computes the accumulator Z of the copy constraints. It has n values on H:
//
//	Z(1) = 1,  Z(ωⁱ⁺¹) = Z(ωⁱ) · Π (wⱼ + β·uʲωⁱ + γ) / (wⱼ + β·Sⱼ(ωⁱ) + γ)
//
// A quotient whose denominator is zero is zero.
func (p *Proof[E]) Accumulate(beta, gamma E) error {
	return p.compute("permutation", 0, func(a algebra[E], m *memory) {
		ratios := a.ratios(m, &p.circuit.polynomials.Domain, beta, gamma)
		a.ExclusiveProducts(m.zValues, ratios)
	})
}

// ratios returns Z(ωⁱ⁺¹)/Z(ωⁱ).
func (a algebra[E]) ratios(m *memory, h *curve.Domain[E], beta, gamma E) *cuda.Vector {
	ones, points := m.values[3], m.values[4]
	numerators, denominators, factors := m.values[5], m.values[6], m.values[7]
	targets := a.targets(m)
	one := a.scalars.One
	a.fill(ones, one)
	a.ScaleByPowers(a.domain, a.cosetOf(h.Generator), points, ones)

	shift := beta // β·uʲ
	for j, wire := range m.wires() {
		for _, side := range []struct {
			product *cuda.Vector
			place   term[E]
		}{
			{numerators, term[E]{shift, points}},
			{denominators, term[E]{beta, targets[j]}},
		} {
			if j == 0 {
				a.sum(side.product, term[E]{one, wire}, side.place, term[E]{gamma, ones})
				continue
			}
			a.sum(factors, term[E]{one, wire}, side.place, term[E]{gamma, ones})
			a.Multiply(side.product, side.product, factors)
		}
		a.scalars.Mul(&shift, &shift, &h.Shift)
	}
	a.Invert(factors, denominators)
	a.Multiply(numerators, numerators, factors)
	return numerators
}

// targets returns the values of S1, S2 and S3 on H.
func (a algebra[E]) targets(m *memory) []*cuda.Vector {
	if m.precomputed != nil {
		return m.precomputed.onH
	}
	to := m.values[:3]
	a.evaluate(to, m.circuit.s[:])
	return to
}
