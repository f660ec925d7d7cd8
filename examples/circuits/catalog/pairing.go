package catalog

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_bn254"
	"github.com/consensys/gnark/std/evmprecompiles"
)

// Pairing is checks of pairings over BN254, as Ethereum's contract at address 8 has them. The
// prover knows two pairs of points for each check, whose pairings have the product one, with one
// public Poseidon2 hash. Verifiers of other proofs on a chain consist of such checks. The circuit
// is gnark's ECPair of std/evmprecompiles, with a check that the points of G1 are on the curve. The
// emulated products are in an extension of degree twelve. It grows with the number of checks.
var Pairing = Circuit{
	name: "pairing",
	description: "knowledge of pairs of points over BN254 whose pairings cancel " +
		"(with a commitment)",
	scaling: "about 868000 constraints for a check, 803000 for each further one",
	size:    counting("check", "checks"),
	circuit: callsOf[pairing],
	assign:  drawing(drawPairing),
}

type pairing struct {
	P [2]sw_bn254.G1Affine
	Q [2]sw_bn254.G2Affine
}

func (p *pairing) define(api frontend.API) (numbers [][]frontend.Variable, err error) {
	check, err := sw_bn254.NewPairing(api)
	if err != nil {
		return nil, err
	}
	for i := range p.P {
		// ECPair leaves that to its caller
		check.AssertIsOnG1(&p.P[i])
		q := &p.Q[i].P
		numbers = append(numbers, p.P[i].X.Limbs, p.P[i].Y.Limbs, q.X.A0.Limbs, q.X.A1.Limbs,
			q.Y.A0.Limbs, q.Y.A1.Limbs)
	}
	evmprecompiles.ECPair(api, []*sw_bn254.G1Affine{&p.P[0], &p.P[1]},
		[]*sw_bn254.G2Affine{&p.Q[0], &p.Q[1]})
	return numbers, nil
}

// drawPairing makes up a and b: the pairings of a·G1 and b·G2, and of -ab·G1 and G2, cancel each
// other. In a wrong call the second point is doubled.
func drawPairing(random seeded, wrong int64) (e example[pairing]) {
	_, _, g1, g2 := bn254.Generators()
	a, b := random.NonZero(bn254fr.Modulus()), random.NonZero(bn254fr.Modulus())
	var p [2]bn254.G1Affine
	q := [2]bn254.G2Affine{g2, g2}
	p[0].ScalarMultiplication(&g1, a)
	q[0].ScalarMultiplication(&g2, b)
	p[1].ScalarMultiplication(&p[0], b)
	p[1].ScalarMultiplication(&p[1], big.NewInt(-1-wrong))
	for i := range p {
		e.call.P[i], e.call.Q[i] = sw_bn254.NewG1Affine(p[i]), sw_bn254.NewG2Affine(q[i])
		e.numbers = append(e.numbers, number(p[i].X), number(p[i].Y), number(q[i].X.A0),
			number(q[i].X.A1), number(q[i].Y.A0), number(q[i].Y.A1))
	}
	return e
}
