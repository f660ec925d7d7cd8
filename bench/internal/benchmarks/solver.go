package benchmarks

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/witness"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// ourSolver is our solver for one system over BN254.
type ourSolver struct{ *cs.R1CS }

// errGnark: the solver that was to be measured did not run.
var errGnark = errors.New("the system is left to gnark's solver")

// solve solves a witness. Without a comparison it is an error if gnark's solver does.
func (s ourSolver) solve(
	w witness.Witness, check own.Check, opts []solver.Option,
) (*own.Solution[fr.Element], error) {
	solution, err := bn254.Of(s.R1CS).Solve(context.Background(), own.Input[fr.Element]{
		Witness: w, Commit: solvertest.Commitment[fr.Element],
		Options: append(slices.Clip(opts), own.WithCheck(check)),
	})
	if err == nil && check == own.CheckNever && solution.Solver != own.Fast {
		err = errGnark
	}
	return solution, err
}

// enterFloor enters the minimum time of a solver. Such a solver does the same products and
// inversions, each after the one before it.
func enterFloor(row *results.Row, a program.Arithmetic) {
	var x, y fr.Element
	x.SetUint64(3)
	y.SetUint64(5)
	product := perCall(1<<16, func() { x.Mul(&x, &y) })
	inversion := perCall(1<<8, func() { x.Inverse(&x) })
	row.Figures["products"], row.Figures["inversions"] = float64(a.Products), float64(a.Inversions)
	row.Figures["floor-ms"] = (float64(a.Products)*product + float64(a.Inversions)*inversion) / 1e6
}

// perCall returns the time of one of n calls, in nanoseconds: the shortest of a few samples.
func perCall(n int, f func()) float64 {
	shortest := time.Hour
	for range 5 {
		begin := time.Now()
		for range n {
			f()
		}
		shortest = min(shortest, time.Since(begin))
	}
	return float64(shortest) / float64(n)
}
