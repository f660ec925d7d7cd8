package drilltest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/frontend"
)

// cubes is a sum of cubes. It has few constraints for its witness: two for each private input.
type cubes struct {
	X   []frontend.Variable
	Sum frontend.Variable `gnark:",public"`
}

func (c *cubes) Define(api frontend.API) error {
	sum := frontend.Variable(0)
	for _, x := range c.X {
		sum = api.Add(sum, api.Mul(x, x, x))
	}
	api.AssertIsEqual(sum, c.Sum)
	return nil
}

// Cubes is an example whose witness is long: a number of field elements.
func Cubes(t testing.TB, inputs int) *Example {
	t.Helper()
	assignment := &cubes{X: make([]frontend.Variable, inputs)}
	var sum fr.Element
	for i := range assignment.X {
		var x, cube fr.Element
		x.MustSetRandom()
		cube.Square(&x).Mul(&cube, &x)
		sum.Add(&sum, &cube)
		assignment.X[i] = x
	}
	assignment.Sum = sum
	return exampleOf(t, &cubes{X: make([]frontend.Variable, inputs)}, assignment)
}
