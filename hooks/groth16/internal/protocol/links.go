package protocol

import (
	"math/rand/v2"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// links tie the commitments of a proof to the [equation]. The equation needs ΣA over the wires
// that are committed to. Instead of A, the sum is over
//
//	A + mV + nW
//
// where V and W are a wire's points in the two keys of its commitment. ΣV is the commitment, and ΣW
// its proof of knowledge, so that ΣA follows from the proof. A wrong commitment makes a wrong ΣA of
// it, which the equation tells: one more MSM checks them all. Each point is a base of that MSM, and
// m and n multiply scalars. They are random and of 64 bits. Errors in several of these points
// cancel each other once in 2⁶⁴ times.
type links[P1 any, E comparable] struct {
	keys    []CommitmentKey[P1]
	factors factors[E]
}

// newLinks draws the factors. It does so beside a proof, whose own randomness has to stay gnark's:
// so it leaves crypto/rand alone. Faults do not guess the numbers of math/rand/v2, which the
// system seeds.
func newLinks[P1 any, E comparable](f *curve.Field[E], keys []CommitmentKey[P1]) *links[P1, E] {
	l := &links[P1, E]{keys: keys, factors: make(factors[E], len(keys))}
	for i := range keys {
		for j := range l.factors[i] {
			f.SetUint64(&l.factors[i][j], rand.Uint64())
		}
	}
	return l
}

// addLink links the wire at a place to its commitment, if it has one. It adds the wire's point in
// one of the commitment's two keys to the points A of a group.
func addLink[P1, E comparable](l *links[P1, E], key int, a *terms[P1, E], at place) {
	if i := at.commitment(); i >= 0 {
		points := [2][]P1{l.keys[i].Basis, l.keys[i].BasisExpSigma}[key]
		a.add(at.index, &points[at.index], &l.factors[i][key])
	}
}

// linked returns the points that links have added to ΣA, by one of the keys. The first key is of
// commitments, the second of proofs of knowledge.
func linked[P1, E any](g *curve.Group[P1, E], by factors[E], key int, points []P1) (sum P1) {
	for i := range by {
		product := g.Times(&points[i], &by[i][key])
		g.Add(&sum, &sum, &product)
	}
	return sum
}
