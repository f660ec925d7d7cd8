package machine

import (
	"context"
	"slices"
	"sync"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	csolver "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

type System[E Element] struct {
	Field  *Field[E]
	Typed  Typed              // the system in gnark's type for its field
	System *constraint.System // its part that all fields have
}

// Solve is gnark's method of that name, whose errors it wraps: see [solver.Blamed]. gnark's solver
// runs wherever ours cannot or fails, so hints may run twice for an invalid witness. It may be
// called concurrently for one system.
//
// If commit is not nil, our solver calls it for BSB22 commitments; gnark's calls a hint of its
// options. Once the context is cancelled our solver stops, with the context's cause. gnark's cannot
// be stopped: it is not begun any more, or else ends first.
func (s System[E]) Solve(
	ctx context.Context, w witness.Witness, commit Commit[E], opts ...csolver.Option,
) (*Solution[E], error) {
	return s.solve(s.Job(ctx, w, commit, opts...))
}

// Wires is Solve for those who want the wires alone. Our solver leaves out A, B and C then, but for
// values that it reads again, or L, R and O, which are copies of wires. The follower, which may be
// nil, is told of the wires meanwhile. gnark's solver tells it nothing.
func (s System[E]) Wires(
	ctx context.Context, w witness.Witness, commit Commit[E], follower solver.Follower[E],
	opts ...csolver.Option,
) (*Solution[E], error) {
	return s.solve(s.Job(ctx, w, commit, opts...).ForWires(follower))
}

func (s System[E]) solve(j *Job[E]) (*Solution[E], error) {
	return solver.Solve(s.entry(), solver.OptionsOf(&j.config), j)
}

// Prepare translates the system ahead of its first solution, and returns once that is done. The
// folder, which may be nil, has programs that were compared with gnark's solver.
func (s System[E]) Prepare(in *prepared.Folder) {
	var kept solver.Kept[*Program[E]]
	if in != nil {
		kept = &keeper[E]{s, in, sync.OnceValues(s.Digest)}
	}
	if p, trusted := s.entry().Prepare(&Job[E]{system: s}, kept); trusted && in != nil {
		p.warm() // no solution has left memory
	}
}

// Ahead compares our solver with gnark's ahead of a first proof: see [solver.Ahead].
func (s System[E]) Ahead(ctx context.Context, w witness.Witness, opts ...csolver.Option) {
	j := s.Job(ctx, w, nil, append(slices.Clone(opts), solver.MadeUp())...)
	solver.Ahead(s.entry(), solver.OptionsOf(&j.config), j)
}

// Recheck compares our solver with gnark's: see [solver.Recheck].
func (s System[E]) Recheck(
	ctx context.Context, w witness.Witness, commit Commit[E], opts ...csolver.Option,
) error {
	j := s.Job(ctx, w, commit, opts...)
	return solver.Recheck(s.entry(), solver.OptionsOf(&j.config), j)
}

// Whole has gnark's prover prove a witness from end to end, with an option for its solver that
// stands for all. It wraps errors as Solve does. Systems that keep state are solved one at a time.
func (s System[E]) Whole(
	w witness.Witness, opts []csolver.Option, prove func(csolver.Option) error,
) error {
	j := s.Job(context.Background(), w, nil, opts...)
	config := solver.Marked(j.config, s.System, false)
	err := s.entry().InTurn(j, func() error { return prove(solver.Configured(config, j.err)) })
	if err == nil {
		return nil
	}
	if _, misfit := j.values(); misfit == nil {
		err = solver.Blamed(err)
	}
	return err
}

func (s System[E]) entry() *solver.Entry[*Program[E]] {
	return s.Field.programs.Of(s.System, solver.IdentityOf(s.System))
}
