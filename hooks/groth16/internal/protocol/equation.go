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

// found takes a pass over the system to find. Folders keep it.
type found[P1, P2, E comparable] struct {
	ones parts[P1, P2] // of the constant wire
	// groups has the points of each group of visible wires.
	groups  []wireGroup[P1, P2, E]
	factors factors[E]
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
	e := &equation[P1, P2, E]{
		Curve: c, alpha: pk.Alpha,
		beta: c.Pairing.Fixed(pk.Beta2), delta: c.Pairing.Fixed(pk.Delta2),
		generator: c.Pairing.Fixed(c.Pairing.Generator2),
	}
	find := func() (*found[P1, P2, E], error) { return e.find(sys, pk) }
	found, err := loadOrFind(sys, pk, find)
	if err != nil {
		return nil, err
	}
	e.found = *found
	e.known, err = e.product(
		func() (curve.Factor, error) { return e.rhs(&e.ones, e.alpha) },
		func() (curve.Factor, error) { return e.delta(e.minus(e.ones.k)) })
	return e, err
}

func (e *equation[P1, P2, E]) find(
	sys *system.System[E], pk *Key[P1, P2, E],
) (*found[P1, P2, E], error) {
	w, err := write(e.Curve, sys, pk)
	if err != nil {
		return nil, err
	}
	e.found = found[P1, P2, E]{
		factors: w.links.factors, groups: make([]wireGroup[P1, P2, E], 1+len(pk.Commitments)),
	}
	for i := range e.groups {
		e.groups[i] = newWireGroup[P1, P2](e.Field)
	}
	if e.ones, err = e.fill(w); err != nil {
		return nil, err
	}
	for i := range e.groups {
		e.groups[i].reverse()
	}
	return &e.found, nil
}

// fill sets the points of all groups. It returns the points of the constant wire, which is in no
// group. Most wires bring points of the key as they are, and numbers that multiply the wire's
// value.
func (e *equation[P1, P2, E]) fill(w *written[P1, P2, E]) (ones parts[P1, P2], err error) {
	if ones, err = w.of(w.visible.wires[0], w.terms[0]); err != nil {
		return ones, err
	}
	for group, wires := range w.visible.groups {
		e.groups[group].grow(len(wires))
	}
	var long []int
	for i, terms := range w.terms[1:] {
		if len(terms) > fewTerms {
			long = append(long, 1+i)
			continue
		}
		at := w.visible.at[1+i]
		w.add(&e.groups[at.group], at.index, w.visible.wires[1+i], terms)
	}
	made, err := w.parts(long)
	for i := range made {
		at := w.visible.at[long[i]]
		e.groups[at.group].add(at.index, &made[i])
	}
	for key := range 2 {
		for _, at := range append(w.visible.at, w.visible.again...) {
			addLink(w.links, key, &e.groups[at.group].a, at)
		}
	}
	return ones, err
}
