package protocol

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// links tie the commitments of a proof to the [equation]. The equation needs ΣA over the wires that
// are committed to. Instead of A, the sum is over
//
//	A + mV + nW
//
// where V and W are a wire's points in the two keys of its commitment. ΣV is the commitment, and ΣW
// its proof of knowledge, so that ΣA follows from the proof. A wrong commitment makes it a wrong ΣA,
// which the equation tells: one more sum checks them all. The factors m and n of each commitment are
// random and of 32 bits, but for the first n, which is 1. Errors in several of these points cancel
// each other once in 2³² times.
type links[P1, P2, E any, S algebra.Scalar[E]] struct {
	keys    []CommitmentKey[P1]
	factors [][2]E // of each commitment: m and n
	// members are, by the position of a visible wire, its places in the keys.
	members map[int][]member
}

// member is a wire's place in a commitment.
type member struct{ commitment, index int }

// newLinks draws the factors. wires are the visible ones, and ascend.
func newLinks[P1, P2, E any, S algebra.Scalar[E]](
	sys *system.System[E], keys []CommitmentKey[P1], wires []int,
) (*links[P1, P2, E, S], error) {
	l := &links[P1, P2, E, S]{keys: keys, members: map[int][]member{}}
	for i, info := range sys.Commitments() {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return nil, fmt.Errorf("randomness of the verification: %w", err)
		}
		var factors [2]E
		for j := range factors {
			S(&factors[j]).SetUint64(uint64(binary.LittleEndian.Uint32(random[4*j:])))
		}
		if i == 0 { // nothing else to be told from: the products are most of the work
			S(&factors[1]).SetOne()
		}
		l.factors = append(l.factors, factors)
		for index, wire := range info.PrivateCommitted {
			position, _ := slices.BinarySearch(wires, wire)
			l.members[position] = append(l.members[position], member{i, index})
		}
	}
	return l, nil
}

// add adds to A of the visible wire at a position what ties it to its commitments.
func (l *links[P1, P2, E, S]) add(a *sumOf[P1, E], position int) {
	for _, m := range l.members[position] {
		key, factors := &l.keys[m.commitment], &l.factors[m.commitment]
		a.add(&key.Basis[m.index], factors[0])
		a.add(&key.BasisExpSigma[m.index], factors[1])
	}
}

// sum returns what the links have added to ΣA, by a proof's commitments and proofs of knowledge.
func (l *links[P1, P2, E, S]) sum(
	g *algebra.Group[P1, E], commitments, knowledge []P1,
) (sum P1) {
	for i := range l.factors {
		for j, point := range []*P1{&commitments[i], &knowledge[i]} {
			product := algebra.Times[P1, E, S](g, point, &l.factors[i][j])
			g.Add(&sum, &sum, &product)
		}
	}
	return sum
}

// unit says whether a scalar is 1 or −1.
func unit[E comparable, S algebra.Scalar[E]](k *E) (plus, minus bool) {
	one := field.One[E, S]()
	var negative E
	S(&negative).Neg(k)
	return *k == one, negative == one
}
