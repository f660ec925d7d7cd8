package algebra

import (
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
)

// Committing has gnark's solver call commit where a circuit asks for a commitment. gnark's hints
// are on integers.
func (f *Field[E]) Committing(commit func([]E) (E, error)) solver.Option {
	hint := func(_ *big.Int, in, out []*big.Int) error {
		inputs := make([]E, len(in))
		for j := range in {
			f.Scalars.SetBigInt(&inputs[j], in[j])
		}
		hash, err := commit(inputs)
		if err != nil {
			return err
		}
		f.Scalars.BigInt(&hash, out[0])
		return nil
	}
	return solver.OverrideHint(solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder), hint)
}

// Numbered takes the number of one of n commitments off a hint's inputs; it is -1 if there is none.
func (f *Field[E]) Numbered(inputs []E, n int) (number int, values []E) {
	if len(inputs) == 0 {
		return -1, nil
	}
	i := f.Scalars.BigInt(&inputs[0], new(big.Int))
	if !i.IsUint64() || i.Uint64() >= uint64(n) {
		return -1, nil
	}
	return int(i.Uint64()), inputs[1:]
}
