package algebra

import (
	"math/big"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
)

// Committing has gnark's solver call commit where a circuit asks for a commitment. gnark's hints
// are on integers.
func Committing[E any, S Scalar[E]](commit func([]E) (E, error)) solver.Option {
	hint := func(_ *big.Int, in, out []*big.Int) error {
		inputs := make([]E, len(in))
		for j := range in {
			S(&inputs[j]).SetBigInt(in[j])
		}
		hash, err := commit(inputs)
		if err != nil {
			return err
		}
		S(&hash).BigInt(out[0])
		return nil
	}
	return solver.OverrideHint(solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder), hint)
}

// Numbered takes the number of one of n commitments off a hint's inputs; it is -1 if there is none.
func Numbered[E any, S Scalar[E]](inputs []E, n int) (number int, values []E) {
	if len(inputs) == 0 || !S(&inputs[0]).IsUint64() || S(&inputs[0]).Uint64() >= uint64(n) {
		return -1, nil
	}
	return int(S(&inputs[0]).Uint64()), inputs[1:]
}
