package solvertest

import (
	"math/big"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
)

// counting is a hint whose outputs are never the same, as if they were random.
func counting(calls *atomic.Int64) solver.Hint {
	return func(_ *big.Int, _, outputs []*big.Int) error {
		outputs[0].SetInt64(calls.Add(1))
		outputs[1].SetInt64(calls.Load())
		return nil
	}
}

// TestOutputsOutsideOfRows has a random hint with an output that stands in no row. gnark's solution
// lacks it. That is no difference. Where ours is compared, the hint runs once.
func TestOutputsOutsideOfRows(t *testing.T) {
	for builder := range Builders {
		for _, verified := range []bool{false, true} {
			var calls atomic.Int64
			random := counting(&calls)
			define := func(api frontend.API, in []frontend.Variable) error {
				out, err := api.NewHint(random, 2, in[0])
				if err == nil {
					api.Mul(out[0], in[1])
				}
				return err
			}
			c, err := small("random", define, values{3, 4}, nil).
				compile(ecc.BN254, Builders[builder])
			if err != nil {
				t.Fatal(err)
			}
			s := system{bn254.Of(c.System.(*cs.R1CS)), c}
			s.Prepare(nil)
			options := []solver.Option{solver.OverrideHint(solver.GetHintID(random), random)}
			if verified {
				options = append(options, own.Verified())
			}
			first, err := s.Solve(t.Context(), input(s.System, c, options...))
			if err != nil {
				t.Fatal(err)
			}
			first.Release()
			again, err := s.Solve(t.Context(), input(s.System, c, options[0]))
			if err != nil || again.Solver != own.Fast {
				t.Fatalf("%s, verified %v: %s solves, %v", builder, verified, again.Solver, err)
			}
			if n := calls.Load(); verified && n != 2 {
				t.Errorf("%s: %d calls of the hint for two solutions", builder, n)
			}
		}
	}
}
