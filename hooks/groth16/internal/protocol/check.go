package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// errUnequal: the proof is wrong, or the key is not the system's.
var errUnequal = errors.New("the verifier's equation does not hold")

// check returns an error unless a proof satisfies the equation. sums run over the proof's visible
// wires, and proofs are the proofs of knowledge of its commitments.
func (e *equation[P1, P2, E]) check(proof *Proof[P1, P2], proofs []P1, sums *parts[P1, P2]) error {
	return e.holds(proof, e.known,
		func() (curve.Factor, error) { return e.delta(e.minus(proof.Krs, sums.k)) },
		func() (curve.Factor, error) {
			own := *sums
			for key, points := range [][]P1{proof.Commitments, proofs} {
				link := linked(e.G1, e.factors, key, points)
				e.G1.Sub(&own.a, &own.a, &link)
			}
			return e.rhs(&own)
		})
}

// holds returns an error unless e(Ar, Bs) times the other factors is 1. The points of the proof
// have to be in their groups, too.
func (c *Curve[P1, P2, E]) holds(
	proof *Proof[P1, P2], known curve.Factor, others ...func() (curve.Factor, error),
) error {
	var product curve.Factor
	var tasks parallel.Tasks
	tasks.Go(func() error {
		if !c.G1.IsInSubGroup(&proof.Ar) || !c.G2.IsInSubGroup(&proof.Bs) ||
			!c.G1.IsInSubGroup(&proof.Krs) {
			return errUnequal
		}
		return nil
	})
	tasks.Go(func() (err error) {
		lhs := func() (curve.Factor, error) { return c.Pairing.Factor(proof.Ar, proof.Bs) }
		product, err = c.product(append(others, lhs)...)
		return err
	})
	if err := tasks.Wait(); err != nil {
		return err
	}
	if !c.Pairing.One(c.Pairing.Product(known, product)) {
		return errUnequal
	}
	return nil
}

// product returns the product of factors. The pairings' loops run beside each other.
func (c *Curve[P1, P2, E]) product(
	factors ...func() (curve.Factor, error),
) (curve.Factor, error) {
	made := make([]curve.Factor, len(factors))
	var tasks parallel.Tasks
	for i, factor := range factors {
		tasks.Go(func() (err error) {
			made[i], err = factor()
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	return c.Pairing.Product(made...), nil
}

// minus returns the negative of a sum.
func (c *Curve[P1, P2, E]) minus(points ...P1) (negative P1) {
	sum := c.G1.Sum(points...)
	c.G1.Sub(&negative, &negative, &sum)
	return negative
}
