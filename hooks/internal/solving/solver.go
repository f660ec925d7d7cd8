// Package solving has gnark's constraint systems solved, for the provers of both proof systems.
package solving

import (
	"context"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
	"github.com/rs/zerolog"
)

// Solver is one of gnark's constraint systems, with what solves it.
type Solver[E any] struct {
	*constraint.System
	Coefficients []E
	// Folder is where the system is prepared; nil for none.
	Folder *prepared.Folder
	// Solve solves the system. commit computes the commitments for our solver; gnark's finds it
	// among the options.
	Solve Solve[E]
	// Wires is Solve for the wires alone. A follower is told of them meanwhile, unless it is nil.
	Wires func(solver.Follower[E]) Solve[E]
	// Recheck compares our solver with gnark's.
	Recheck func(context.Context, witness.Witness, machine.Commit[E], ...gnark.Option) error
	// Prepare does ahead what Solve does for the first witness, with what a folder has.
	Prepare func(*prepared.Folder)
	// Whole has gnark's prover prove a witness, with an option for its solver.
	Whole func(w witness.Witness, opts []gnark.Option, prove func(gnark.Option) error) error
	// Digest is that of all that a program of the system follows from.
	Digest func() (prepared.Digest, error)
}

// Solve solves a system.
type Solve[E any] func(
	ctx context.Context, w witness.Witness, commit func([]E) (E, error), opts ...gnark.Option,
) (*Solution[E], error)

// Solution is a solution of a system.
type Solution[E any] struct {
	// Wires are the values of the wires; nil where gnark's solver found a sparse system's.
	Wires []E
	// Rows are the values of A, B and C, or of L, R and O; nil if only the wires are known.
	Rows    [3][]E
	Solver  solver.Name // which one ran
	Release func()      // gives the memory of the values back; nothing may use them then
}

// Of returns our solver of a system.
func Of[E machine.Element](s machine.System[E], coefficients []E) Solver[E] {
	return Solver[E]{
		System: s.System, Coefficients: coefficients, Prepare: s.Prepare, Digest: s.Digest,
		Solve: func(
			ctx context.Context, w witness.Witness, commit func([]E) (E, error),
			opts ...gnark.Option,
		) (*Solution[E], error) {
			return solutionOf(s.Solve(ctx, w, commit, opts...))
		},
		Wires: func(f solver.Follower[E]) Solve[E] {
			return func(
				ctx context.Context, w witness.Witness, commit func([]E) (E, error),
				opts ...gnark.Option,
			) (*Solution[E], error) {
				return solutionOf(s.Wires(ctx, w, commit, f, opts...))
			}
		},
		Recheck: s.Recheck, Whole: s.Whole,
	}
}

// solutionOf returns a solution of our solver's, which keeps none of the values: so the CPU can
// free some of them early.
func solutionOf[E machine.Element](s *machine.Solution[E], err error) (*Solution[E], error) {
	if err != nil {
		return nil, err
	}
	solution := &Solution[E]{Wires: s.Wires, Rows: s.Rows, Solver: s.Solver, Release: s.Release}
	s.Wires, s.Rows = nil, [3][]E{}
	return solution, nil
}

// Done begins gnark's line which says that a proof of the system is done. By is the solver that
// ran.
func (s *Solver[E]) Done(
	scheme backend.ID, curve string, onDevice bool, by solver.Name,
) *zerolog.Event {
	acceleration := "none" // gnark's words
	if onDevice {
		acceleration = "cuda"
	}
	log := logger.Logger()
	return log.Debug().
		Str("curve", curve).
		Str("acceleration", acceleration).
		Int("nbConstraints", s.GetNbConstraints()).
		Str("backend", scheme.String()).
		Str("solvedBy", string(by))
}
