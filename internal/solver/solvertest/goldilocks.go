package solvertest

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/math/emulated"
	"github.com/consensys/gnark/std/rangecheck"
)

func init() { solver.RegisterHint(multiplyAdd, splitWord) }

// order is that of the field called Goldilocks.
var order = new(big.Int).SetUint64(0xffffffff00000001)

// goldilocks computes chains of products and sums modulo 2^64 − 2^32 + 1. Verifiers of Plonky2 do
// the same, by hints of their own and range checks.
type goldilocks struct {
	X []frontend.Variable
	Y frontend.Variable
}

// Goldilocks returns a circuit of 8n products, with an assignment.
func Goldilocks(n int) (circuit, assignment frontend.Circuit) {
	a := &goldilocks{X: make([]frontend.Variable, n), Y: 1 << 40}
	for i := range a.X {
		a.X[i] = uint64(i+1) << 31
	}
	return &goldilocks{X: make([]frontend.Variable, n)}, a
}

// Define implements frontend.Circuit.
func (c *goldilocks) Define(api frontend.API) error {
	checker := rangecheck.New(api)
	for _, x := range c.X {
		y := c.Y
		for range 8 {
			outputs, err := api.NewHint(multiplyAdd, 2, x, y, c.Y)
			if err != nil {
				return err
			}
			q, r := outputs[0], outputs[1]
			api.AssertIsEqual(api.MulAcc(c.Y, x, y), api.MulAcc(r, q, order))
			checker.Check(q, 64)
			if err := canonical(api, checker, r); err != nil {
				return err
			}
			y = r
		}
	}
	return nil
}

// canonical asserts that x is below the order.
func canonical(api frontend.API, checker frontend.Rangechecker, x frontend.Variable) error {
	words, err := api.NewHint(splitWord, 2, x)
	if err != nil {
		return err
	}
	low, high := words[0], words[1]
	checker.Check(low, 32)
	checker.Check(high, 32)
	api.AssertIsEqual(x, api.Add(low, api.Mul(high, 1<<32)))
	full := api.IsZero(api.Sub(high, 1<<32-1))
	api.AssertIsEqual(api.Mul(full, low), 0)
	return nil
}

// multiplyAdd returns the quotient and the remainder of x·y + z by the order.
func multiplyAdd(_ *big.Int, inputs, outputs []*big.Int) error {
	if len(inputs) != 3 {
		return errors.New("expected three integers")
	}
	sum := new(big.Int).Mul(inputs[0], inputs[1])
	sum.Add(sum, inputs[2])
	outputs[0].QuoRem(sum, order, outputs[1])
	return nil
}

// splitWord returns the lower and the upper 32 bits.
func splitWord(_ *big.Int, inputs, outputs []*big.Int) error {
	outputs[1].Rsh(inputs[0], 32)
	outputs[0].And(inputs[0], big.NewInt(1<<32-1))
	return nil
}

// emulatedGoldilocks computes in the same field with gnark's emulated arithmetic.
type emulatedGoldilocks struct {
	X []emulated.Element[emulated.Goldilocks]
	Y emulated.Element[emulated.Goldilocks]
}

// EmulatedGoldilocks returns a circuit of 8n products and 2n divisions, with an assignment.
func EmulatedGoldilocks(n int) (circuit, assignment frontend.Circuit) {
	type element = emulated.Element[emulated.Goldilocks]
	value := emulated.ValueOf[emulated.Goldilocks]
	a := &emulatedGoldilocks{X: make([]element, n), Y: value(1 << 40)}
	for i := range a.X {
		a.X[i] = value(uint64(i+1) << 31)
	}
	return &emulatedGoldilocks{X: make([]element, n)}, a
}

// Define implements frontend.Circuit.
func (c *emulatedGoldilocks) Define(api frontend.API) error {
	f, err := emulated.NewField[emulated.Goldilocks](api)
	if err != nil {
		return err
	}
	for i := range c.X {
		y := &c.Y
		for range 8 {
			y = f.Add(f.MulMod(&c.X[i], y), &c.Y)
		}
		f.AssertIsDifferent(y, f.Zero())
		q := f.Div(y, &c.X[i])
		f.AssertIsEqual(f.Mul(q, f.Inverse(q)), f.One())
	}
	return nil
}
