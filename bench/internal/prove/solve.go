package prove

import (
	"crypto/sha256"
	"math/big"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
)

// solve times gnark's solver by itself. In a proof the prover commits to part of the witness on the
// way and derives a challenge from it; here a hash of that part stands in for the challenge, so
// that the time is the solver's alone.
func (i *instance) solve() (time.Duration, error) {
	challenge := func(modulus *big.Int, committed, out []*big.Int) error {
		h := sha256.New()
		for _, x := range committed {
			h.Write(x.Bytes())
		}
		out[0].SetBytes(h.Sum(nil))
		out[0].Mod(out[0], modulus)
		return nil
	}
	id := solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)
	start := time.Now()
	_, err := i.ccs.Solve(i.full, solver.OverrideHint(id, challenge))
	return time.Since(start), err
}
