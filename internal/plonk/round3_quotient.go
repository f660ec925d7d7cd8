package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// PrepareQuotient sets the coefficients of Z, blinded by b·(Xⁿ − 1). It does the part of the
// quotient that needs no challenge: it evaluates the polynomials on its first coset. Meanwhile Z
// may be committed to.
func (p *Proof[E]) PrepareQuotient(blinding [3]E) error {
	return p.compute("preparation", 0, func(a algebra[E], m *memory) {
		along := a.BeginAlong() // with the commitment to Z
		defer along.End()
		a.interpolate([]*cuda.Vector{m.head(m.z)}, []*cuda.Vector{m.zValues})
		a.blind(m, m.z, blinding[:])
		a.gatherTop(m)
		p.preparing = newDivision(a, m, &p.circuit.polynomials)
		p.preparing.evaluate(0)
		p.preparing.top = a.fetchTop(m, along)
	})
}

var errNotPrepared = errors.New("accel: a quotient that was not prepared")

// Quotient computes the 3(n + 2) coefficients of the quotient. It is the proof's numerator, which
// hooks/plonk spells out, divided by Xⁿ − 1. beta and gamma are the permutation's. If the numerator
// is not divisible, the quotient is the one that [Cosets] and [Leading] give.
func (p *Proof[E]) Quotient(alpha, beta, gamma E) error {
	q := p.preparing
	if q == nil && p.session.Begun() {
		return errNotPrepared
	}
	return p.compute("quotient", 0, func(algebra[E], *memory) {
		p.preparing = nil // of a quotient that is not computed, Close clears the ends
		defer q.top.clear()
		q.alpha, q.beta, q.gamma = alpha, beta, gamma
		for i := range q.cosets {
			q.divide(i)
		}
		q.join()
	})
}
