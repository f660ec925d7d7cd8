package circuits

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// hidden commits to many values, as range checks do. The first half of them stand on the left side
// of a product, the others on the right, and the product is committed to as well. Squarings fill
// the rest of its constraints.
type hidden struct {
	squarings int
	X         []frontend.Variable
	Y, Z      frontend.Variable `gnark:",public"`
}

// Hidden is a circuit that commits to a number of wires, and one more. It has some constraints more
// than asked for.
func Hidden(name string, wires, constraints int) Example {
	circuit := &hidden{squarings: constraints, X: make([]frontend.Variable, wires)}
	assignment := &hidden{X: make([]frontend.Variable, wires), Z: 1}
	var left, right int64
	for i := range assignment.X {
		value := int64(i*i%1021 + 1)
		assignment.X[i] = value
		if i < wires/2 {
			left += value
		} else {
			right += value
		}
	}
	assignment.Y = new(big.Int).Mul(big.NewInt(left), big.NewInt(right))
	return Example{name, circuit, assignment, 1}
}

func (c *hidden) Define(api frontend.API) error {
	left, right := frontend.Variable(0), frontend.Variable(0)
	for i, x := range c.X {
		if i < len(c.X)/2 {
			left = api.Add(left, x)
		} else {
			right = api.Add(right, x)
		}
	}
	product := api.Mul(left, right)
	api.AssertIsEqual(product, c.Y)
	commitment, err := api.(frontend.Committer).Commit(append(c.X, product)...)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(commitment, product)
	power := c.Z
	for range c.squarings {
		power = api.Mul(power, power)
	}
	api.AssertIsEqual(power, 1)
	return nil
}
