package protocol

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// links: the sum over A follows from right commitments and proofs of knowledge, and is wrong by
// others. One wire is in both commitments.
func (o *over[P1, P2, E, S]) links(t *testing.T) {
	const wires = 5
	places := [][]int{{1, 2, 3}, {2, 4}} // of the committed wires
	keys := make([]CommitmentKey[P1], len(places))
	for i, places := range places {
		keys[i] = CommitmentKey[P1]{o.vector(len(places)), o.vector(len(places))}
	}
	l := newLinks[P1, E, S](keys)
	a, values := o.vector(wires), o.scalars(wires)
	want, sum := sumOnCPU(t, o.G1, a, values), sumOnCPU(t, o.G1, a, values)
	for i, places := range places {
		var tied terms[P1, E, S]
		var committed []E
		for index, wire := range places {
			tie(l, &tied, place{1 + i, index})
			committed = append(committed, values[wire])
		}
		tied.reverse()
		more, err := tied.sum(o.G1, nil, committed, l.factors)
		if err != nil {
			t.Fatal(err)
		}
		o.G1.Add(&sum, &sum, &more)
	}
	var rightCommitments, rightKnowledge []P1
	for i, places := range places {
		var committed []E
		for _, place := range places {
			committed = append(committed, values[place])
		}
		rightCommitments = append(rightCommitments, sumOnCPU(t, o.G1, keys[i].Basis, committed))
		rightKnowledge = append(rightKnowledge,
			sumOnCPU(t, o.G1, keys[i].BasisExpSigma, committed))
	}
	for name, change := range map[string]func(commitments, knowledge []P1){
		"right":         func(_, _ []P1) {},
		"no commitment": func(c, _ []P1) { clear(c[:1]) },
		"no knowledge":  func(_, k []P1) { clear(k[:1]) },
		"nothing":       func(c, k []P1) { clear(c); clear(k) },
		"equal":         func(c, k []P1) { k[0] = c[0] },
		"of each other": func(c, k []P1) { c[0], k[0] = k[0], c[0] },
		"commitments":   func(c, _ []P1) { c[0], c[1] = c[1], c[0] },
		"knowledge":     func(_, k []P1) { k[0], k[1] = k[1], k[0] },
	} {
		commitments, knowledge := slices.Clone(rightCommitments), slices.Clone(rightKnowledge)
		change(commitments, knowledge)
		var got P1
		link := linked[P1, E, S](o.G1, l.factors, 0, commitments)
		o.G1.Sub(&got, &sum, &link)
		link = linked[P1, E, S](o.G1, l.factors, 1, knowledge)
		o.G1.Sub(&got, &got, &link)
		if (got == want) != (name == "right") {
			t.Errorf("%s: the sum over A is right: %v", name, got == want)
		}
	}
}

func sumOnCPU[P, E any](t *testing.T, g *algebra.Group[P, E], points []P, scalars []E) (sum P) {
	t.Helper()
	if _, err := g.MultiExp(&sum, points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	return sum
}
