package groth16

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithSolver gives options of gnark's solver, and those of package hooks/solve, to [Prove] and
// [ProveStream]. It adds to those of other calls, and of gnark's backend.WithSolverOptions, before
// or after it.
//
//	proof, err := accelerated.Prove(ccs, pk, witness,
//		backend.WithSolverOptions(solver.WithHints(hint)),
//		accelerated.WithSolver(solve.WithGnark()))
//
// gnark's option replaces what it was given before. To replace an option of hooks/solve so, or by
// one, is an error.
func WithSolver(options ...solver.Option) backend.ProverOption {
	return facade.With(func(s *settings.Settings) { s.Solver = append(s.Solver, options...) })
}
