package msm

import (
	"math/big"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	kernels_bls12377 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-377"
	kernels_bls12381 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
	kernels_bw6761 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bw6-761"
)

// testGroup is a group whose kernels lay their arithmetic open (kernels/msm/selftest.cuh). Moduli
// and generators are gnark-crypto's.
type testGroup struct {
	name        string
	field       bigField
	order       *big.Int
	generator   affinePoint
	limbs       int // 64-bit, of a coefficient of a coordinate
	scalarLimbs int
	images      driver.Images
}

// coordinateLimbs is the number of 64-bit limbs of a coordinate.
func (g testGroup) coordinateLimbs() int { return g.limbs * g.field.degree }

// group is what sums over the group are planned with.
func (g testGroup) group() *plan.Group {
	return &plan.Group{
		Name: g.name, CoordinateLimbs: g.coordinateLimbs(), ScalarLimbs: g.scalarLimbs,
		ScalarBits: g.order.BitLen(), Kernels: g.images,
	}
}

var testGroups = slices.Concat(bn254Groups(), bls12377Groups(), bls12381Groups(), bw6761Groups())

func bn254Groups() []testGroup {
	_, _, g1, g2 := bn254.Generators()
	p, r := ecc.BN254.BaseField(), ecc.BN254.ScalarField()
	return []testGroup{
		{"bn254_g1", bigField{p, 1, 0}, r,
			affinePoint{plain(&g1.X), plain(&g1.Y)}, 4, 4,
			kernels_bn254.Image},
		{"bn254_g2", bigField{p, 2, 1}, r,
			affinePoint{plain(&g2.X.A0, &g2.X.A1), plain(&g2.Y.A0, &g2.Y.A1)}, 4, 4,
			kernels_bn254.Image},
	}
}

func bls12377Groups() []testGroup {
	_, _, g1, g2 := bls12377.Generators()
	p, r := ecc.BLS12_377.BaseField(), ecc.BLS12_377.ScalarField()
	return []testGroup{
		{"bls12_377_g1", bigField{p, 1, 0}, r,
			affinePoint{plain(&g1.X), plain(&g1.Y)}, 6, 4,
			kernels_bls12377.Image},
		{"bls12_377_g2", bigField{p, 2, 5}, r,
			affinePoint{plain(&g2.X.A0, &g2.X.A1), plain(&g2.Y.A0, &g2.Y.A1)}, 6, 4,
			kernels_bls12377.Image},
	}
}

func bls12381Groups() []testGroup {
	_, _, g1, g2 := bls12381.Generators()
	p, r := ecc.BLS12_381.BaseField(), ecc.BLS12_381.ScalarField()
	return []testGroup{
		{"bls12_381_g1", bigField{p, 1, 0}, r,
			affinePoint{plain(&g1.X), plain(&g1.Y)}, 6, 4,
			kernels_bls12381.Image},
		{"bls12_381_g2", bigField{p, 2, 1}, r,
			affinePoint{plain(&g2.X.A0, &g2.X.A1), plain(&g2.Y.A0, &g2.Y.A1)}, 6, 4,
			kernels_bls12381.Image},
	}
}

// bw6761Groups has one group: G2's coordinates are in the same field, and its kernels are G1's.
func bw6761Groups() []testGroup {
	_, _, g1, _ := bw6761.Generators()
	p, r := ecc.BW6_761.BaseField(), ecc.BW6_761.ScalarField()
	return []testGroup{
		{"bw6_761_g1", bigField{p, 1, 0}, r,
			affinePoint{plain(&g1.X), plain(&g1.Y)}, 12, 6,
			kernels_bw6761.Image},
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
