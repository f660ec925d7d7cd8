package drilltest

import (
	"math/big"
	"math/rand/v2"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
)

// cubes is a sum of cubes. It has few constraints for its witness: two for each private input.
type cubes struct {
	X   []frontend.Variable
	Sum frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *cubes) Define(api frontend.API) error {
	sum := frontend.Variable(0)
	for _, x := range c.X {
		sum = api.Add(sum, api.Mul(x, x, x))
	}
	api.AssertIsEqual(sum, c.Sum)
	return nil
}

// Cubes is an example whose witness is long: a number of field elements.
func Cubes(inputs int) (*example.Example, error) {
	assignment := &cubes{X: make([]frontend.Variable, inputs)}
	random, sum := rand.New(rand.NewPCG(1, 2)), new(big.Int)
	for i := range assignment.X {
		x := new(big.Int)
		for range 4 {
			x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(random.Uint64()))
		}
		x.Mod(x, ecc.BN254.ScalarField())
		assignment.X[i] = x
		sum.Add(sum, new(big.Int).Exp(x, big.NewInt(3), nil))
	}
	assignment.Sum = sum
	return example.Of(&cubes{X: make([]frontend.Variable, inputs)}, assignment)
}
