package catalog

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
)

// Cubic is the smallest example, with which gnark's own documentation begins. The prover knows an x
// with x³ + x + 5 = y, where y is public. Cubic has three constraints for any wanted number, and
// shows the cost of a proof of next to nothing.
type Cubic struct{ everyCurve }

// Name implements [Circuit].
func (Cubic) Name() string { return "cubic" }

// Description implements [Circuit].
func (Cubic) Description() string { return "knowledge of x with x³ + x + 5 = y" }

// Scaling implements [Circuit].
func (Cubic) Scaling() string { return "always 3 constraints" }

// New implements [Circuit].
func (Cubic) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	if r.exact != nil {
		if _, err := r.size(1, nil); err != nil {
			return Instance{}, err
		}
	}
	x := r.random().Below(r.curve.field())
	y := new(big.Int).Exp(x, big.NewInt(3), nil)
	y.Add(y, x).Add(y, big.NewInt(5)).Mod(y, r.curve.field())
	return Instance{
		Circuit:    &cubicCircuit{},
		Assignment: &cubicCircuit{X: x, Y: y},
		Invalid:    &cubicCircuit{X: x, Y: successor(y)},
		Size:       "one equation",
	}, nil
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

// successor is x + 1, which an invalid assignment has in place of a result x.
func successor(x *big.Int) *big.Int { return new(big.Int).Add(x, big.NewInt(1)) }
