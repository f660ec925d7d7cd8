package catalog

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// RangeCheck is a sum of amounts that must not wrap around. The prover knows 64-bit numbers that
// add up to a public total. gnark proves the ranges by a lookup argument, whose challenge is a
// commitment to part of the witness (BSB22), so that this circuit also exercises a prover's
// commitment keys. The number of amounts is chosen by the number of constraints.
var RangeCheck Circuit = family{
	name:        "rangecheck",
	description: "knowledge of 64-bit amounts that add up to a total (with a commitment)",
	scaling:     "9 constraints an amount, in any number, and 258",
	size:        counting("amount"),
	of: func(r request) (sizes, error) {
		circuit := func(n int) frontend.Circuit { return newRangeCheckCircuit(n) }
		return sizes{circuit, func(n int) (_, _ frontend.Circuit, err error) {
			valid, invalid := rangeCheckAssignments(r.random(), n)
			return valid, invalid, nil
		}}, nil
	},
}

const (
	amountBits = 64
	// limbBits is the width of the lookup table. gnark would choose it by the number of amounts. It
	// is fixed here so that the circuit grows evenly.
	limbBits = 8
)

func rangeCheckAssignments(random seeded, n int) (valid, invalid *rangeCheckCircuit) {
	bound := new(big.Int).Lsh(big.NewInt(1), amountBits)
	valid, invalid = newRangeCheckCircuit(n), newRangeCheckCircuit(n)
	total, excess := new(big.Int), new(big.Int)
	for i := range n {
		amount := random.Below(bound)
		valid.Amounts[i], invalid.Amounts[i] = amount, amount
		total.Add(total, amount)
	}
	// The invalid total is right, so that only the range check can tell. The last amount is the
	// first number too large.
	invalid.Amounts[n-1] = bound
	excess.Sub(bound, valid.Amounts[n-1].(*big.Int))
	valid.Total, invalid.Total = total, excess.Add(excess, total)
	return valid, invalid
}

type rangeCheckCircuit struct {
	Amounts []frontend.Variable
	Total   frontend.Variable `gnark:",public"`
}

func newRangeCheckCircuit(amounts int) *rangeCheckCircuit {
	return &rangeCheckCircuit{Amounts: make([]frontend.Variable, amounts)}
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
