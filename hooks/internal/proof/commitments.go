package proof

import (
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// committing has gnark's solver call commit where a circuit asks for a commitment. gnark's hints
// are on integers.
func committing[E any](f *curve.Field[E], commit func([]E) (E, error)) solver.Option {
	hint := func(_ *big.Int, in, out []*big.Int) error {
		inputs := make([]E, len(in))
		for j := range in {
			f.SetBigInt(&inputs[j], in[j])
		}
		hash, err := commit(inputs)
		if err != nil {
			return err
		}
		f.BigInt(&hash, out[0])
		return nil
	}
	return solver.OverrideHint(solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder), hint)
}

// Numbered takes the number of one of n commitments off a hint's inputs; it is -1 if there is none.
func Numbered[E any](f *curve.Field[E], inputs []E, n int) (number int, values []E) {
	if len(inputs) == 0 {
		return -1, nil
	}
	i := f.BigInt(&inputs[0], new(big.Int))
	if !i.IsUint64() || i.Uint64() >= uint64(n) {
		return -1, nil
	}
	return int(i.Uint64()), inputs[1:]
}
