// Package relation has the polynomials that a PLONK proof relates, and its verifier's challenges.
// All of it is on the host.
package relation

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// ErrInvalidInput is wrapped by the errors of input that no prover takes.
var ErrInvalidInput = errors.New("plonk: invalid input")

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
