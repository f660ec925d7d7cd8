package integers

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint/solver"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_bls12381"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_bn254"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_bw6761"
	_ "github.com/consensys/gnark/std/algebra/native/twistededwards"
)

func TestStandInsAreGnarks(t *testing.T) {
	for _, f := range solver.GetRegisteredHints() {
		name := solver.GetHintName(f)
		standIn, ok := StandIns[strings.TrimPrefix(name, "github.com/consensys/gnark/")]
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for i := range 12 {
				r := big.NewInt(1<<40 + 15)
				if i == 0 && !testing.Short() {
					r = ecc.BN254.ScalarField()
				}
				ours, n := standInInputs(name, i, r)
				gnarks, _ := standInInputs(name, i, r) // for a hint may change them
				want, got := integers(n), integers(n)
				errGnark, err := f(nil, gnarks, want), standIn(nil, ours, got)
				if err != nil || errGnark != nil {
					t.Fatal(err, errGnark)
				}
				if !slices.EqualFunc(got, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
					t.Fatalf("%v, gnark's function has %v", got, want)
				}
			}
		})
	}
}

// standInInputs returns inputs modulo r, with random scalars or 0, and the number of outputs.
func standInInputs(name string, i int, r *big.Int) (inputs []*big.Int, outputs int) {
	random := rand.New(rand.NewPCG(1, uint64(i)))
	number := func() *big.Int {
		x := new(big.Int)
		for range 4 {
			x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(random.Uint64()))
		}
		return x.Mod(x, r)
	}
	k, l, lambda := number(), number(), number()
	if i%4 == 1 {
		k, l = new(big.Int), new(big.Int)
	}
	switch {
	case strings.HasSuffix(name, "multiRationalReconstructHint"):
		return []*big.Int{k, l, r}, 6
	case strings.HasSuffix(name, "multiRationalReconstructExtHint"):
		return []*big.Int{k, l, r, lambda}, 12
	}
	const limbs, bits = 5, 60
	for _, x := range []int64{0, 4, 2, 4, 0, 0, limbs, bits} {
		inputs = append(inputs, big.NewInt(x))
	}
	for i, x := range []*big.Int{r, k, lambda} {
		if i > 0 {
			inputs = append(inputs, big.NewInt(limbs))
		}
		z := integers(limbs)
		decompose(z, new(big.Int).Set(x), bits)
		inputs = append(inputs, z...)
	}
	return inputs, 4 + 4*limbs
}

func integers(n int) []*big.Int {
	z := make([]*big.Int, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}
