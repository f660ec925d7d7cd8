package untrusted

import (
	"math/big"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Arguments are those of a hint.
type Arguments struct {
	Hint    solver.HintID
	Field   *big.Int
	Inputs  []*big.Int
	Outputs int
}

// Call calls a hint. The outputs are reduced.
func (Child) Call(of *Arguments, outputs *[]*big.Int) error {
	for range of.Outputs {
		*outputs = append(*outputs, new(big.Int))
	}
	hint := solver.GetRegisteredHint(of.Hint)
	err := circuit.Guarded(func() error { return hint(of.Field, of.Inputs, *outputs) })
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
