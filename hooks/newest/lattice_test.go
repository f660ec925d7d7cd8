package newest

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	gnark "github.com/consensys/gnark-crypto/algebra/lattice"
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	lattice "github.com/gnark-accel/gnark-accel/internal/solver/integers"
)

// Whatever the numbers, the vectors are gnark-crypto's, which are not unique.
func TestVectorsAreGnarks(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 2))
	for i := range samples() {
		r := modulus(random, i)
		k, l, lambda := residue(random, r), residue(random, r), residue(random, r)
		if random.IntN(2) == 0 {
			lambda = cubeRootOfUnity(lambda, r)
		}
		compare(t, random.IntN(3), k, l, lambda, r)
	}
}

var (
	size = flag.Int("samples", 0, "number of lattices that are compared")
	seed = flag.Uint64("lattices", 1, "what the lattices are made from")
)

// samples returns the number of comparisons.
func samples() int {
	switch {
	case *size > 0:
		return *size
	case os.Getenv("GNARK_ACCEL_LONG") == "1":
		return 20000
	}
	return 150
}

// moduli are the orders of curves that circuits compute on.
var moduli = []*big.Int{
	fr.Modulus(), ecc.BN254.ScalarField(), ecc.BLS12_377.ScalarField(), ecc.BLS12_381.ScalarField(),
	ecc.BW6_761.ScalarField(),
}

// modulus returns a curve's order at times, and otherwise a number of any length. Most ties occur
// with short ones.
func modulus(random *rand.Rand, i int) *big.Int {
	if i < len(moduli) || i%512 == 0 {
		return moduli[i%len(moduli)]
	}
	size := 2 + random.IntN(22)
	if i%32 == 0 {
		size = 2 + random.IntN(128)
	}
	r := number(random, size)
	return r.SetBit(r, size-1, 1)
}

// residue returns a residue of r or a multiple of one, at times one of few special ones.
func residue(random *rand.Rand, r *big.Int) *big.Int {
	x := new(big.Int)
	switch random.IntN(12) {
	case 0:
		return x.SetInt64(int64(random.IntN(4)))
	case 1:
		return x.Sub(r, big.NewInt(int64(1+random.IntN(3))))
	case 2:
		return x.Rsh(r, uint(1+random.IntN(3)))
	case 3:
		return x.Sqrt(r)
	case 4:
		return x.Mul(r, big.NewInt(int64(random.IntN(3))))
	case 5:
		return x.SetBit(x, random.IntN(r.BitLen()), 1)
	}
	return number(random, r.BitLen())
}

func number(random *rand.Rand, size int) *big.Int {
	x := new(big.Int)
	for i := range size {
		x.SetBit(x, i, uint(random.IntN(2)))
	}
	return x
}

// cubeRootOfUnity returns x^((r-1)/3), as the eigenvalues of curves are, or x if 3 divides not r-1.
func cubeRootOfUnity(x, r *big.Int) *big.Int {
	e, rest := new(big.Int).Sub(r, big.NewInt(1)), new(big.Int)
	if e.QuoRem(e, big.NewInt(3), rest); rest.Sign() != 0 {
		return x
	}
	return e.Exp(x, e, r)
}

// compare reconstructs by one of the functions.
func compare(t *testing.T, function int, k, l, lambda, r *big.Int) {
	t.Helper()
	rc := gnark.NewReconstructor(r).SetLambda(lambda)
	var want, got []*big.Int
	switch function {
	case 0:
		v := rc.RationalReconstructExt(k)
		want, got = v[:], lattice.ReconstructExt(k, lambda, r)
	case 1:
		v := rc.MultiRationalReconstruct(k, l)
		want, got = v[:], lattice.MultiReconstruct([]*big.Int{k, l, r})
	default:
		v := rc.MultiRationalReconstructExt(k, l)
		want, got = v[:], lattice.MultiReconstructExt([]*big.Int{k, l, r, lambda})
	}
	if !slices.EqualFunc(got, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
		t.Fatalf("%v, gnark-crypto has %v for k = %d, l = %d, λ = %d, r = %d",
			got, want, k, l, lambda, r)
	}
}
