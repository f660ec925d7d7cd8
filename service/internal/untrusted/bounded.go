package untrusted

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
)

// bounded has hints of gnark that are called often and take little memory and time, as long as
// their first arguments are small: as many as it says.
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
	const maxBits = 16
	sizes, known := bounded[name]
	if !known || len(inputs) < sizes {
		return false
	}
	for _, size := range inputs[:sizes] {
		if size.BitLen() > maxBits {
			return false
		}
	}
	return true
}

// guarded makes an error of a hint's panic.
func guarded(hint solver.Hint, q *question, outputs []*big.Int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return hint(q.Field, q.Inputs, outputs)
}
