package protocol

import (
	"errors"
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// links tie the commitments of a proof to the [equation]. The equation needs ΣA over the wires that
// are committed to. Instead of A, the sum is over
//
//	A + mV + nW
//
// where V and W are a wire's points in the two keys of its commitment. ΣV is the commitment, and ΣW
// its proof of knowledge, so that ΣA follows from the proof. A wrong commitment makes a wrong ΣA of
// it, which the equation tells: one more sum checks them all. The factors m and n of each
// commitment are random and of 32 bits, but for the first n, which is 1. Errors in several of these
// points cancel each other once in 2³² times.
type links[P1 any, E comparable, S algebra.Scalar[E]] struct {
	keys    []CommitmentKey[P1]
	factors factors[E]
}

// factors are m and n of each commitment.
type factors[E any] [][2]E

// newLinks draws the factors. It does so beside a proof, whose own randomness has to stay gnark's:
// so it leaves crypto/rand alone. Faults do not guess the numbers of math/rand/v2, which the
// system seeds.
func newLinks[P1 any, E comparable, S algebra.Scalar[E]](
	keys []CommitmentKey[P1],
) *links[P1, E, S] {
	l := &links[P1, E, S]{keys: keys}
	for i := range keys {
		var both [2]E
		for j := range both {
			S(&both[j]).SetUint64(uint64(rand.Uint32()))
		}
		if i == 0 { // one factor may be 1, which saves a third of the products
			S(&both[1]).SetOne()
		}
		l.factors = append(l.factors, both)
	}
	return l
}

// add adds to A of a visible wire what ties it to its commitment, if it has one.
func (l *links[P1, E, S]) add(a *sumOf[P1, E], at place) {
	if i := at.commitment(); i >= 0 {
		a.add(&l.keys[i].Basis[at.index], l.factors[i][0])
		a.add(&l.keys[i].BasisExpSigma[at.index], l.factors[i][1])
	}
}

// all returns what links add for wires at all of these places. Without a commitment it is infinity.
func (l *links[P1, E, S]) all(g *algebra.Group[P1, E], places []place) ([]P1, error) {
	added, failures := make([]P1, len(places)), make([]error, len(places))
	parallel.Chunks(len(places), func(from, to int) {
		for i := from; i < to; i++ {
			var sum sumOf[P1, E]
			l.add(&sum, places[i])
			failures[i] = setSum[P1, E, S](g, &added[i], &sum)
		}
	})
	return added, errors.Join(failures...)
}

// linked returns what links have added to ΣA by one of the two keys of each commitment: the first,
// of commitments, or the second, of proofs of knowledge.
func linked[P1, E any, S algebra.Scalar[E]](
	g *algebra.Group[P1, E], by factors[E], key int, points []P1,
) (sum P1) {
	for i := range by {
		product := algebra.Times[P1, E, S](g, &points[i], &by[i][key])
		g.Add(&sum, &sum, &product)
	}
	return sum
}
