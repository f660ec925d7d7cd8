package integers

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
)

func TestInverses(t *testing.T) {
	for _, curve := range []ecc.ID{ecc.BN254, ecc.BLS12_377, ecc.BLS12_381, ecc.BW6_761} {
		testInverses(t, curve.ScalarField())
	}
}

func testInverses(t *testing.T, modulus *big.Int) {
	field := NewInverter(modulus)
	limbs := make([]uint64, (modulus.BitLen()+63)/64)
	check := func(x *big.Int) {
		t.Helper()
		x = new(big.Int).Mod(x, modulus)
		rest := new(big.Int).Set(x)
		for i := range limbs {
			limbs[i] = rest.Uint64()
			rest.Rsh(rest, 64)
		}
		field.Invert(limbs)
		want := new(big.Int)
		want.ModInverse(x, modulus) // zero for zero
		want.Lsh(want, uint(2*64*len(limbs))).Mod(want, modulus)
		if got := natural(limbs); got.Cmp(want) != 0 {
			t.Fatalf("the inverse of %d is %d, expected %d", x, got, want)
		}
	}
	one := big.NewInt(1)
	for i := range modulus.BitLen() {
		power := new(big.Int).Lsh(one, uint(i))
		for _, x := range []*big.Int{
			power, new(big.Int).Sub(power, one), new(big.Int).Add(power, one),
			new(big.Int).Neg(power), new(big.Int).Rsh(modulus, uint(i)),
			new(big.Int).Div(modulus, big.NewInt(int64(i+1))), big.NewInt(int64(i)),
		} {
			check(x)
		}
	}
	samples := 2000
	if testing.Short() {
		samples = 200
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range samples {
		for i := range limbs {
			limbs[i] = random.Uint64()
		}
		check(natural(limbs))
	}
}

func natural(limbs []uint64) *big.Int {
	x := new(big.Int)
	for i := len(limbs) - 1; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(limbs[i]))
	}
	return x
}
