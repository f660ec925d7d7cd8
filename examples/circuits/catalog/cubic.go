package catalog

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// Cubic is the smallest example, with which gnark's own documentation begins. The prover knows an x
// with x³ + x + 5 = y, where y is public. Cubic has three constraints for any wanted number, and
// shows the cost of a proof of next to nothing.
var Cubic = Circuit{
	name:        "cubic",
	description: "knowledge of x with x³ + x + 5 = y",
	scaling:     "always 3 constraints",
	size:        func(int) string { return "one equation" },
	largest:     1,
	circuit:     func(request, int) (frontend.Circuit, error) { return &cubicCircuit{}, nil },
	assign: func(r request, _ int, wrong int64) (frontend.Circuit, error) {
		x := r.random().Below(r.curve.field())
		y := new(big.Int).Exp(x, big.NewInt(3), nil)
		y.Add(y, x).Add(y, big.NewInt(5)).Mod(y, r.curve.field())
		return &cubicCircuit{X: x, Y: plus(y, wrong)}, nil
	},
}

type cubicCircuit struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *cubicCircuit) Define(api frontend.API) error {
	cube := api.Mul(c.X, c.X, c.X)
	api.AssertIsEqual(api.Add(cube, c.X, 5), c.Y)
	return nil
}

// plus is x + n. Results of an invalid assignment are one too large.
func plus(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
