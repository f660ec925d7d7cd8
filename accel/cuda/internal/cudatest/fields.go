package cudatest

import (
	"math/big"
	"math/rand/v2"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	kernels_bls12377 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-377"
	kernels_bls12381 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bls12-381"
	kernels_bn254 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
	kernels_bw6761 "github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bw6-761"
)

// ScalarField is the scalar field of a curve.
type ScalarField struct {
	*plan.Field
	Modulus *big.Int
}

// The scalar fields of all curves.
var (
	BN254    = scalarField("bn254_fr", 4, kernels_bn254.Image, ecc.BN254)
	BLS12377 = scalarField("bls12_377_fr", 4, kernels_bls12377.Image, ecc.BLS12_377)
	BLS12381 = scalarField("bls12_381_fr", 4, kernels_bls12381.Image, ecc.BLS12_381)
	BW6761   = scalarField("bw6_761_fr", 6, kernels_bw6761.Image, ecc.BW6_761)
)

func scalarField(
	name string, limbs int, kernels driver.Images, curve ecc.ID,
) ScalarField {
	return ScalarField{&plan.Field{Name: name, Limbs: limbs, Kernels: kernels}, curve.ScalarField()}
}

// Elements returns n elements: first the edges of the field, then the hostile limb patterns, then
// anything.
func (f ScalarField) Elements(n int, seed uint64) []uint64 {
	r := rand.New(rand.NewPCG(seed, 7))
	edges := HostileResidues(f.Modulus, f.Limbs, r)
	words := make([]uint64, n*f.Limbs)
	for i := range n {
		v := new(big.Int)
		if i < len(edges) {
			v.Mod(edges[(i+int(seed))%len(edges)], f.Modulus)
		} else {
			for range f.Limbs {
				v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
			}
			v.Mod(v, f.Modulus)
		}
		PutLimbs(words[i*f.Limbs:(i+1)*f.Limbs], v)
	}
	return words
}

// Integers are the integers that elements stand for.
func (f ScalarField) Integers(words []uint64) []*big.Int {
	inverse := new(big.Int).ModInverse(MontgomeryRadix(f.Limbs), f.Modulus)
	v := make([]*big.Int, len(words)/f.Limbs)
	for i := range v {
		v[i] = GetLimbs(words[i*f.Limbs : (i+1)*f.Limbs])
		v[i].Mul(v[i], inverse).Mod(v[i], f.Modulus)
	}
	return v
}

// Words are the elements that stand for integers.
func (f ScalarField) Words(values []*big.Int) []uint64 {
	words := make([]uint64, len(values)*f.Limbs)
	for i, v := range values {
		v = new(big.Int).Mul(v, MontgomeryRadix(f.Limbs))
		PutLimbs(words[i*f.Limbs:(i+1)*f.Limbs], v.Mod(v, f.Modulus))
	}
	return words
}
