package catalog

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// RangeCheck is a sum of amounts that must not wrap around. The prover knows 64-bit numbers that
// add up to a public total. gnark proves the ranges by a lookup argument, whose challenge is a
// commitment to part of the witness (BSB22), so that this circuit also exercises a prover's
// commitment keys. The number of amounts is chosen by the number of constraints.
var RangeCheck = Circuit{
	name:        "rangecheck",
	description: "knowledge of 64-bit amounts that add up to a total (with a commitment)",
	scaling:     "9 constraints an amount, in any number, and 258",
	size:        counting("amount", "amounts"),
	circuit: func(_ request, n int) (frontend.Circuit, error) {
		return &rangeCheckCircuit{Amounts: make([]frontend.Variable, n)}, nil
	},
	assign: rangeCheckAssignment,
}

const (
	amountBits = 64
	// limbBits is the width of the lookup table. gnark would choose it by the number of amounts. It
	// is fixed here so that the circuit grows evenly.
	limbBits = 8
)

// rangeCheckAssignment makes up amounts. A wrong total is right for the last amount, the first
// number too large, so that only the range check can tell.
func rangeCheckAssignment(r request, n int, wrong int64) (frontend.Circuit, error) {
	bound := new(big.Int).Lsh(big.NewInt(1), amountBits)
	c, random, total := &rangeCheckCircuit{}, r.random(), new(big.Int)
	for i := range n {
		amount := random.Below(bound)
		if wrong > 0 && i == n-1 {
			amount = bound
		}
		c.Amounts = append(c.Amounts, amount)
		total.Add(total, amount)
	}
	c.Total = total
	return c, nil
}

type rangeCheckCircuit struct {
	Amounts []frontend.Variable
	Total   frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *rangeCheckCircuit) Define(api frontend.API) error {
	ranges := newRangechecker(api)
	for _, amount := range c.Amounts {
		ranges.Check(amount, amountBits)
	}
	api.AssertIsEqual(api.Add(0, 0, c.Amounts...), c.Total)
	return nil
}
