package catalog

import (
	"math"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
)

// RangeCheck is a sum of amounts that must not wrap around. The prover knows 64-bit numbers that
// add up to a public total. gnark proves the ranges by a lookup argument, whose challenge is a
// commitment to part of the witness (BSB22), so that this circuit also exercises a prover's
// commitment keys. The number of amounts is chosen by the number of constraints.
type RangeCheck struct{ everyCurve }

const (
	amountBits = 64
	// limbBits is the width of the lookup table. gnark would choose it by the number of amounts. It
	// is fixed here so that the circuit grows evenly.
	limbBits = 8
)

// Name implements [Circuit].
func (RangeCheck) Name() string { return "rangecheck" }

// Description implements [Circuit].
func (RangeCheck) Description() string {
	return "knowledge of 64-bit amounts that add up to a total (with a commitment)"
}

// Scaling implements [Circuit].
func (RangeCheck) Scaling() string { return "9 constraints an amount, in any number, and 258" }

// New implements [Circuit].
func (RangeCheck) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	count, err := r.size(math.MaxInt, func(size int) frontend.Circuit {
		return newRangeCheckCircuit(size)
	})
	if err != nil {
		return Instance{}, err
	}
	bound := new(big.Int).Lsh(big.NewInt(1), amountBits)
	random := r.random()
	valid, invalid := newRangeCheckCircuit(count), newRangeCheckCircuit(count)
	total, excess := new(big.Int), new(big.Int)
	for i := range count {
		amount := random.Below(bound)
		valid.Amounts[i], invalid.Amounts[i] = amount, amount
		total.Add(total, amount)
	}
	// The invalid total is right, so that only the range check can tell. The last amount is the
	// first number too large.
	invalid.Amounts[count-1] = bound
	excess.Sub(bound, valid.Amounts[count-1].(*big.Int))
	valid.Total, invalid.Total = total, excess.Add(excess, total)
	return Instance{
		Circuit:    newRangeCheckCircuit(count),
		Assignment: valid,
		Invalid:    invalid,
		Size:       counted(count, "amount"),
	}, nil
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
