package protocol

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/curve/bn254"
)

// TestLinks: the sum over A follows from right commitments and proofs of knowledge, and is wrong by
// others. One wire is in both commitments.
func TestLinks(t *testing.T) {
	const wires = 5
	places := [][]int{{1, 2, 3}, {2, 4}} // of the committed wires
	keys := make([]CommitmentKey[g1], len(places))
	for i, places := range places {
		keys[i] = CommitmentKey[g1]{pointsOfG1(len(places)), pointsOfG1(len(places))}
	}
	scalars := bn254.Field
	l := newLinks(scalars, keys)
	a, values := pointsOfG1(wires), elements(wires)
	want, sum := sumOnCPU(t, a, values), sumOnCPU(t, a, values)
	var rightCommitments, rightKnowledge []g1
	for i, places := range places {
		tied := newTerms[g1](scalars)
		var committed []fr.Element
		for index, wire := range places {
			addLink(l, 0, &tied, place{1 + i, index})
			addLink(l, 1, &tied, place{1 + i, index})
			committed = append(committed, values[wire])
		}
		tied.reverse()
		more, err := tied.sum(bn254.G1, nil, committed)
		if err != nil {
			t.Fatal(err)
		}
		bn254.G1.Add(&sum, &sum, &more)
		rightCommitments = append(rightCommitments,
			sumOnCPU(t, keys[i].Basis, committed))
		rightKnowledge = append(rightKnowledge,
			sumOnCPU(t, keys[i].BasisExpSigma, committed))
	}
	for name, change := range map[string]func(commitments, knowledge []g1){
		"right":         func(_, _ []g1) {},
		"no commitment": func(c, _ []g1) { clear(c[:1]) },
		"no knowledge":  func(_, k []g1) { clear(k[:1]) },
		"nothing":       func(c, k []g1) { clear(c); clear(k) },
		"equal":         func(c, k []g1) { k[0] = c[0] },
		"of each other": func(c, k []g1) { c[0], k[0] = k[0], c[0] },
		"commitments":   func(c, _ []g1) { c[0], c[1] = c[1], c[0] },
		"knowledge":     func(_, k []g1) { k[0], k[1] = k[1], k[0] },
	} {
		commitments, knowledge := slices.Clone(rightCommitments), slices.Clone(rightKnowledge)
		change(commitments, knowledge)
		var got g1
		link := linked(bn254.G1, l.factors, 0, commitments)
		bn254.G1.Sub(&got, &sum, &link)
		link = linked(bn254.G1, l.factors, 1, knowledge)
		bn254.G1.Sub(&got, &got, &link)
		if (got == want) != (name == "right") {
			t.Errorf("%s: the sum over A is right: %v", name, got == want)
		}
	}
}
