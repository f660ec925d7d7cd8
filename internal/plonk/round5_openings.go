package plonk

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Linearisation has the factors of the linearised polynomial. It is
//
//	Ql·ql + Qr·qr + Qm·qm + Qo·qo + qk + Σ Qcp[i]·piᵢ + S3·s₃ + Z·z
//	+ Quotient·(h₁ + Point^m·h₂ + Point^2m·h₃)
//
// with the circuit's own qk, for m = n + 2. The shards h are the quotient's, but that multiples of
// X^m moved if Blinding is not nil: h₁ + b₀·X^m, h₂ − b₀ + b₁·X^m, h₃ − b₁.
type Linearisation[E any] struct {
	Ql, Qr, Qm, Qo, S3, Z, Quotient, Point E

	Qcp      []E
	Blinding *[2]E
}

// FactorsOfShards returns the factors of h₁, h₂ and h₃, for n rows.
func FactorsOfShards[E any](f *curve.Field[E], by *Linearisation[E], n int) (factors [3]E) {
	power := f.Power(by.Point, uint64(n+2))
	factors[0] = by.Quotient
	f.Mul(&factors[1], &factors[0], &power)
	f.Mul(&factors[2], &factors[1], &power)
	return factors
}

// BlindingOfShards returns the two coefficients that blinding adds to the linearised polynomial.
// They are the coefficients of 1 and X^m.
func BlindingOfShards[E any](f *curve.Field[E], b *[2]E, factors [3]E) (low, high E) {
	for i := range b {
		var product E
		f.Sub(&low, &low, f.Mul(&product, &b[i], &factors[i+1]))
		f.Add(&high, &high, f.Mul(&product, &b[i], &factors[i]))
	}
	return low, high
}

// Linearise computes the n + 3 coefficients of the linearised polynomial.
func (p *Proof[E]) Linearise(by *Linearisation[E]) error {
	if commitments := p.circuit.shape.Commitments; len(by.Qcp) != commitments {
		return fmt.Errorf("accel: %d factors for %d commitments", len(by.Qcp), commitments)
	}
	return p.compute("linearisation", 0, func(a algebra[E], m *memory) { a.linearise(m, by) })
}

// Factors are the factors of the polynomials that the linearised one combines, of n rows. They are
// those of Ql, Qr, Qm, Qo, Qk, S3, Z, Pi and the shards, in this order.
func (by *Linearisation[E]) Factors(f *curve.Field[E], rows int) []E {
	shards := FactorsOfShards(f, by, rows)
	factors := append([]E{by.Ql, by.Qr, by.Qm, by.Qo, f.One, by.S3, by.Z}, by.Qcp...)
	return append(factors, shards[:]...)
}

func (a algebra[E]) linearise(m *memory, by *Linearisation[E]) {
	c, factors, shards := m.circuit, by.Factors(a.scalars, m.rows), m.shards()
	of := append([]*cuda.Vector{c.ql, c.qr, c.qm, c.qo, c.qk, c.s[2], m.z}, m.pi...)
	var terms []term[E]
	for i, v := range append(of, shards[:]...) {
		terms = append(terms, term[E]{factors[i], v})
	}
	a.sum(m.linearised, terms...)
	if by.Blinding != nil {
		ofShards := [3]E(factors[len(factors)-3:])
		low, high := BlindingOfShards(a.scalars, by.Blinding, ofShards)
		a.increase(m, m.linearised, 0, low)
		a.increase(m, m.linearised, m.rows+2, high)
	}
}

// increase adds e to the i-th element of a vector.
func (a algebra[E]) increase(m *memory, v *cuda.Vector, i int, e E) {
	at, few := v.Slice(i, i+1), m.few[0].Slice(0, 1)
	a.fill(few, e)
	a.Add(at, at, few)
}

// DivideFolded computes the quotient by X − point of Σ factorⁱ·pᵢ, n + 2 coefficients. The pᵢ are
// the linearised polynomial, L, R, O, S1, S2 and Qcp, in this order. The remainder is left out.
func (p *Proof[E]) DivideFolded(factor, point E) error {
	return p.compute("opening", 0, func(a algebra[E], m *memory) {
		terms := []term[E]{{a.scalars.One, m.linearised}}
		power := factor
		for _, v := range m.evaluated() {
			terms = append(terms, term[E]{power, v})
			a.scalars.Mul(&power, &power, &factor)
		}
		a.sum(m.opened, terms...)
		a.divide(m.opened, m.opened, point)
	})
}
