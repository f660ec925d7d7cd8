package untrusted

import (
	"math/big"
	"slices"
	"sync"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Hints are called by the parent, with package net/rpc, which needs these exported names.
type Hints map[solver.HintID]solver.Hint

// Arguments are those of a hint.
type Arguments struct {
	Hint    solver.HintID
	Field   *big.Int
	Inputs  []*big.Int
	Outputs int
}

var limiting sync.Once

// Call calls a hint. The outputs are reduced.
func (h Hints) Call(of *Arguments, outputs *[]*big.Int) error {
	limiting.Do(func() { limit(hintMemory, 0) })
	for range of.Outputs {
		*outputs = append(*outputs, new(big.Int))
	}
	err := circuit.Guarded(func() error { return h[of.Hint](of.Field, of.Inputs, *outputs) })
	for _, output := range *outputs {
		output.Mod(output, of.Field)
	}
	return err
}

// bounded has hints of gnark that take little where their first arguments are small: as many
// arguments as it says. They are called often.
var bounded = map[string]int{
	"github.com/consensys/gnark/constraint/solver.InvZeroHint":              0,
	"github.com/consensys/gnark/std/internal/logderivarg.countHint":         2,
	"github.com/consensys/gnark/std/internal/logderivarg.batchDivBySubHint": 0,
	"github.com/consensys/gnark/std/math/bits.nBits":                        0,
	"github.com/consensys/gnark/std/math/bitslice.partitionHint":            1,
	"github.com/consensys/gnark/std/math/uints.andHint":                     0,
	"github.com/consensys/gnark/std/math/uints.orHint":                      0,
	"github.com/consensys/gnark/std/math/uints.toBytes":                     0,
	"github.com/consensys/gnark/std/math/uints.xorHint":                     0,
	"github.com/consensys/gnark/std/rangecheck.DecomposeHint":               2,
}

// small tells whether a hint of that name takes little for some arguments.
func small(name string, inputs []*big.Int) bool {
	const maxBits = 17 // tables of two bytes have 2^16 rows
	sizes, known := bounded[name]
	return known && len(inputs) >= sizes && !slices.ContainsFunc(inputs[:sizes],
		func(size *big.Int) bool { return size.BitLen() > maxBits })
}
