//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
)

// testGroup is a group whose kernels lay their arithmetic open (kernels/msm/selftest.cuh). Moduli and generators are
// gnark-crypto's.
type testGroup struct {
	name        string
	field       bigField
	order       *big.Int
	generator   affinePoint
	limbs       int // 64-bit, of a coefficient of a coordinate
	scalarLimbs int
	blob        func() ([]byte, error)
}

// coordinateLimbs is the number of 64-bit limbs of a coordinate.
func (g testGroup) coordinateLimbs() int { return g.limbs * g.field.degree }

var testGroups = bn254Groups()

func bn254Groups() []testGroup {
	_, _, g1, g2 := bn254.Generators()
	p, r := ecc.BN254.BaseField(), ecc.BN254.ScalarField()
	return []testGroup{
		{"bn254_g1", bigField{p, 1, 0}, r, affinePoint{plain(&g1.X), plain(&g1.Y)}, 4, 4, kernels_bn254.Fatbin},
		{"bn254_g2", bigField{p, 2, 1}, r, affinePoint{plain(&g2.X.A0, &g2.X.A1), plain(&g2.Y.A0, &g2.Y.A1)}, 4, 4, kernels_bn254.Fatbin},
	}
}

// plain returns the element with the given coefficients, out of Montgomery form.
func plain(coefficients ...interface{ BigInt(*big.Int) *big.Int }) element {
	e := make(element, len(coefficients))
	for i, c := range coefficients {
		e[i] = c.BigInt(new(big.Int))
	}
	return e
}
