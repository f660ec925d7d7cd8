// Package solve has the solver that finds a proof's witness, and its options.
//
// The hooks solve witnesses with this module's solver where they know the whole system. Otherwise
// gnark's solver does it. The first witness of each system is solved by both and compared. Until
// then this module's solver is trusted only with proofs that are verified. With a gnark that is not
// a tested release, two more are compared, and one in a thousand. An invalid witness has gnark's
// error: then gnark's solver runs as well, and hints run twice.
//
// The options are gnark's solver options. A call of Prove takes them beside gnark's so:
//
//	proof, err := accelerated.Prove(ccs, pk, witness,
//		accelerated.WithSolver(solve.WithGnark()))
//
// [Solve] solves a witness by itself, for programs that prove it later, or on another machine.
package solve

import (
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// WithGnark leaves the witness to gnark's solver.
func WithGnark() gnark.Option { return solver.WithGnark() }

// WithoutCheck trusts this module's solver from the first witness of a system on.
func WithoutCheck() gnark.Option { return solver.WithCheck(solver.CheckNever) }

// WithEveryCheck solves every witness with both solvers. A difference is an error.
func WithEveryCheck() gnark.Option { return solver.WithCheck(solver.CheckAlways) }
