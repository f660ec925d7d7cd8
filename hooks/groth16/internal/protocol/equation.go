package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// equation is the verifier's equation, without the verifier's key:
//
//	e(Ar, Bs) = e(α + ΣA, β) · e(α, ΣB) · e(ΣC, g₂) · e(Krs + ΣK, δ)
//
// The verifier has e(α, β) · e(ΣV, γ) · e(Krs, δ) on the right, with γ and the points V in no
// proving key. The sums are over the wires that it sees, or has a commitment to. But a wire's V is
// (βA + αB + C)/γ by the setup, and K = (βA + αB + C)/δ for other wires, where A, B and C are the
// columns of the system at the key's secret point. So
//
//	e(V, γ) = e(A, β) · e(α, B) · e(C, g₂)
//
// The key has A and B. It lacks C, which a [system.Writer] writes as a sum of columns of A and B,
// and of columns of C of other wires; and for these e(C, g₂) = e(K, δ) · e(−A, β) · e(−α, B).
type equation[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	alpha P1
	// beta, delta and generator return the factors with β, δ and g₂ in G2.
	beta, delta, generator func(P1) (curve.Factor, error)
	// known is the product of the factors that are the same in all proofs. These are e(α, β) and
	// the factors of the constant wire.
	known curve.Factor
	found[P1, P2, E]
}

// wireGroup has the points of a group of visible wires.
type wireGroup[P1, P2, E comparable] struct {
	// a has the points A and the points that links add.
	a, c, k terms[P1, E]
	b       terms[P2, E]
}

func newWireGroup[P1, P2, E comparable](f *curve.Field[E]) wireGroup[P1, P2, E] {
	return wireGroup[P1, P2, E]{
		a: newTerms[P1](f), c: newTerms[P1](f), k: newTerms[P1](f), b: newTerms[P2](f),
	}
}

// add adds a wire with points of its own.
func (g *wireGroup[P1, P2, E]) add(index int, p *parts[P1, P2]) {
	one := g.a.numbers[byOne]
	g.a.add(index, &p.a, &one)
	g.b.add(index, &p.b, &one)
	g.c.add(index, &p.c, &one)
	g.k.add(index, &p.k, &one)
}

// grow makes room for a number of wires, and for the points that link them.
func (g *wireGroup[P1, P2, E]) grow(wires int) {
	g.a.grow(3 * wires)
	g.b.grow(wires)
	g.c.grow(wires)
}

// reverse turns the order of all points round. The sums of commitments have their wires in order,
// so that damage at one place of a buffer meets another wire here.
func (g *wireGroup[P1, P2, E]) reverse() {
	for _, t := range []*terms[P1, E]{&g.a, &g.c, &g.k} {
		t.reverse()
	}
	g.b.reverse()
}

// errUnwritten is the error if peeling does not reach a column.
var errUnwritten = errors.New("the key does not give the verifier's equation")

// newEquation returns the equation of a key and its system, or errUnwritten. The system's folder
// may have it.
func newEquation[P1, P2, E comparable](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E], error) {
	found, err := loadOrFind(c, sys, pk)
	if err != nil {
		return nil, err
	}
	e := &equation[P1, P2, E]{
		Curve: c, alpha: pk.Alpha,
		beta: c.Pairing.Fixed(pk.Beta2), delta: c.Pairing.Fixed(pk.Delta2),
		generator: c.Pairing.Fixed(c.Pairing.Generator2), found: *found,
	}
	e.known, err = e.product(
		func() (curve.Factor, error) { return e.rhs(&e.ones, e.alpha) },
		func() (curve.Factor, error) { return e.delta(e.minus(e.ones.k)) })
	return e, err
}

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
