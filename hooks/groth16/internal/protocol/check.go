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
	var lhs, last, visible curve.Factor
	var tasks parallel.Tasks
	tasks.Go(func() error { return e.inSubgroups(proof) })
	tasks.Go(func() (err error) {
		lhs, err = e.Pairing.Factor(proof.Ar, proof.Bs)
		return err
	})
	tasks.Go(func() (err error) {
		last, err = e.delta(e.minus(proof.Krs, sums.k))
		return err
	})
	tasks.Go(func() (err error) {
		own := *sums
		for key, points := range [][]P1{proof.Commitments, proofs} {
			link := linked(e.G1, e.factors, key, points)
			e.G1.Sub(&own.a, &own.a, &link)
		}
		visible, err = e.rhs(&own)
		return err
	})
	if err := tasks.Wait(); err != nil {
		return err
	}
	if !e.Pairing.One(e.Pairing.Product(e.known, visible, lhs, last)) {
		return errUnequal
	}
	return nil
}
