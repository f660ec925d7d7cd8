package catalog

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/evmprecompiles"
	"github.com/consensys/gnark/std/math/emulated"
)

// ECMul is scalar multiplications over BN254, as Ethereum's contract at address 7 has them. The
// prover knows points, scalars and products with one public Poseidon2 hash. Proofs of a chain's
// execution are full of them: coordinates and scalars are emulated in limbs of 64 bits, also over
// BN254 itself, whose points have coordinates in another field. The circuit is gnark's ECMul of
// std/evmprecompiles, with a check that each point is on the curve. Nearly all constraints are
// relations between limbs and range checks by a lookup argument, whose challenge is a commitment to
// part of the witness. It grows with the number of multiplications; gnark widens the table of the
// range checks as they become more, so that the first cost more than the later ones.
var ECMul = Circuit{
	name:        "ecmul",
	description: "knowledge of scalar multiplications over BN254 with a hash (with a commitment)",
	scaling:     "about 170000 constraints for a multiplication, 161000 for each further one",
	size:        counting("multiplication", "multiplications"),
	circuit:     callsOf[multiplication],
	assign:      drawing(drawMultiplication),
}

type multiplication struct {
	Point, Product sw_emulated.AffinePoint[emulated.BN254Fp]
	Scalar         emulated.Element[emulated.BN254Fr]
}

func (m *multiplication) define(api frontend.API) ([][]frontend.Variable, error) {
	curve, err := sw_emulated.New[emulated.BN254Fp, emulated.BN254Fr](api,
		sw_emulated.GetBN254Params())
	if err != nil {
		return nil, err
	}
	// ECMul leaves that to its caller
	curve.AssertIsOnCurve(&m.Point)
	curve.AssertIsEqual(evmprecompiles.ECMul(api, &m.Point, &m.Scalar), &m.Product)
	return [][]frontend.Variable{m.Point.X.Limbs, m.Point.Y.Limbs, m.Scalar.Limbs,
		m.Product.X.Limbs, m.Product.Y.Limbs}, nil
}

// drawMultiplication makes up a point and a scalar. A wrong product is the right one, doubled.
func drawMultiplication(random seeded, wrong int64) example[multiplication] {
	_, _, base, _ := bn254.Generators()
	var point, product bn254.G1Affine
	scalar := random.NonZero(bn254fr.Modulus())
	point.ScalarMultiplication(&base, random.NonZero(bn254fr.Modulus()))
	product.ScalarMultiplication(&point, scalar)
	product.ScalarMultiplication(&product, big.NewInt(1+wrong))
	return example[multiplication]{
		call: multiplication{
			Point:   pointOf[emulated.BN254Fp](point.X, point.Y),
			Product: pointOf[emulated.BN254Fp](product.X, product.Y),
			Scalar:  emulated.ValueOf[emulated.BN254Fr](scalar),
		},
		numbers: []*big.Int{number(point.X), number(point.Y), scalar, number(product.X),
			number(product.Y)},
	}
}

// number is a coordinate of gnark-crypto's.
func number[E any, P interface {
	*E
	BigInt(*big.Int) *big.Int
}](x E) *big.Int {
	return P(&x).BigInt(new(big.Int))
}
