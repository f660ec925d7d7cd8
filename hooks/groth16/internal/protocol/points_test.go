package protocol

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// The code is one for all curves: these tests have it over BN254. The proofs over the others are
// compared with gnark's.
type g1 = curve.G1Affine

// elements returns n random scalars.
func elements(n int) []fr.Element {
	all := make([]fr.Element, n)
	for i := range all {
		all[i].MustSetRandom()
	}
	return all
}

// pointsOfG1 returns n random points.
func pointsOfG1(n int) []g1 {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, elements(n))
}

// sumOnCPU is a sum by gnark-crypto.
func sumOnCPU(t *testing.T, points []g1, scalars []fr.Element) (sum g1) {
	t.Helper()
	if _, err := sum.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Error(err)
	}
	return sum
}
