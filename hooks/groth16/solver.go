package groth16

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithSolver gives solver options to [Prove] and [ProveStream]. They are options of gnark's solver
// or of package hooks/solve. WithSolver adds to the options of other calls, and of gnark's
// backend.WithSolverOptions, before or after it.
//
//	proof, err := accelerated.Prove(ccs, pk, witness,
//		backend.WithSolverOptions(solver.WithHints(hint)),
//		accelerated.WithSolver(solve.WithGnark()))
//
// gnark's option replaces gnark's options before it. To replace an option of hooks/solve so, or by
// one, is an error.
func WithSolver(options ...solver.Option) backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Solver = append(s.Solver, options...) })
}
