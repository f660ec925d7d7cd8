package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// product has the factors of the [equation]'s product for one proof that are known before the proof
// is. They are made beside the device's work. What is left is the factor with Krs.
type product[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	left      parallel.Early[leftSide[P1, P2], leftFactor]
	visible   parallel.Early[rightSide[P1, P2, E, S], Factor]
	knowledge parallel.Early[knowledge[P1, P2, E, S], Factor]
}

type leftSide[P1, P2 comparable] struct {
	ar P1
	bs P2
}

// leftFactor is e(Ar, Bs), and whether the points are in their subgroups.
type leftFactor struct {
	Factor
	inSubgroups bool
}

// rightSide has the sums over the visible wires, but for that over K, and what they make of the
// commitments is taken from that over A.
type rightSide[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	of   *equation[P1, P2, E, S]
	a, c P1
	b    P2
}

// knowledge is what the proofs of knowledge have added to the sum over A.
type knowledge[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	of    *equation[P1, P2, E, S]
	added P1
}

func (p *product[P1, P2, E, S]) settle() {
	p.left.Settle()
	p.visible.Settle()
	p.knowledge.Settle()
}

func (p *product[P1, P2, E, S]) makeLeft(c *Curve[P1, P2, E], ar P1, bs P2) {
	p.left.Begin(leftSide[P1, P2]{ar, bs}, func(side leftSide[P1, P2]) (f leftFactor, err error) {
		f.inSubgroups = c.Pairing.InSubgroup1(&side.ar) && c.Pairing.InSubgroup2(&side.bs)
		f.Factor, err = c.Pairing.Factor(side.ar, side.bs)
		return f, err
	})
}

// makeVisible begins the factor of the sums over the visible wires.
func (p *product[P1, P2, E, S]) makeVisible(
	e *equation[P1, P2, E, S], sums *parts[P1, P2], commitments []P1,
) {
	side := rightSide[P1, P2, E, S]{of: e, a: sums.a, b: sums.b, c: sums.c}
	link := linked[P1, E, S](e.G1, e.factors, 0, commitments)
	e.G1.Sub(&side.a, &side.a, &link)
	p.visible.Begin(side, func(s rightSide[P1, P2, E, S]) (Factor, error) {
		return e.right(&parts[P1, P2]{a: s.a, b: s.b, c: s.c})
	})
}

func (p *product[P1, P2, E, S]) makeKnowledge(e *equation[P1, P2, E, S], proofs []P1) {
	p.knowledge.Begin(
		knowledge[P1, P2, E, S]{e, linked[P1, E, S](e.G1, e.factors, 1, proofs)},
		func(k knowledge[P1, P2, E, S]) (Factor, error) { return e.beta(k.added) })
}

// errUnequal: the proof is wrong, or the key is not the system's.
var errUnequal = errors.New("the verifier's equation does not hold")

// check returns an error unless a proof satisfies the equation with these sums over its visible
// wires. proofs are those of the knowledge of its commitments. Factors that were made early serve
// if they are of the same points.
func (e *equation[P1, P2, E, S]) check(
	proof *Proof[P1, P2], proofs []P1, sums *parts[P1, P2], p *product[P1, P2, E, S],
) error {
	p.makeLeft(e.Curve, proof.Ar, proof.Bs)
	p.makeVisible(e, sums, proof.Commitments)
	p.makeKnowledge(e, proofs)
	var inSubgroup bool
	var subgroup parallel.Tasks
	subgroup.Go(func() error {
		inSubgroup = e.Pairing.InSubgroup1(&proof.Krs)
		return nil
	})
	last, errLast := e.delta(e.minus(proof.Krs, sums.k))
	left, errLeft := p.left.Get()
	visible, errVisible := p.visible.Get()
	knowledge, errKnowledge := p.knowledge.Get()
	err := errors.Join(errLast, errLeft, errVisible, errKnowledge, subgroup.Wait())
	if err != nil {
		return err
	}
	all := e.Pairing.Product(e.known, visible, knowledge, left.Factor, last)
	if !e.Pairing.One(all) || !left.inSubgroups || !inSubgroup {
		return errUnequal
	}
	return nil
}
