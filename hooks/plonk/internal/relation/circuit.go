package relation

import "github.com/gnark-accel/gnark-accel/hooks/internal/algebra"

// Polynomials are a circuit's selectors and its permutation: n values on H, or n coefficients. Qk
// lacks the public inputs and the hashes of commitments, which belong to a proof.
type Polynomials[E any] struct {
	S                  [3][]E
	Ql, Qr, Qm, Qo, Qk []E
	Qcp                [][]E
}

// All returns all of them, in this order.
func (p *Polynomials[E]) All() []*[]E {
	all := []*[]E{&p.S[0], &p.S[1], &p.S[2], &p.Ql, &p.Qr, &p.Qm, &p.Qo, &p.Qk}
	for i := range p.Qcp {
		all = append(all, &p.Qcp[i])
	}
	return all
}

// Circuit has the polynomials of a circuit by their coefficients, for the CPU.
type Circuit[E any] struct {
	// Domain is H, of n elements.
	Domain *algebra.Domain[E]
	// Points are the elements of H: Points[i] = ωⁱ.
	Points []E
	Polynomials[E]
}
