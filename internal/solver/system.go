package solver

import (
	"context"
	"sync"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// System is one of gnark's constraint systems, which the fast solver solves, too.
type System[E any] struct {
	*constraint.System // its part that all fields have
	Scalars            *Field[E]
	Typed              Typed // the system in gnark's type for its field
	Coefficients       []E
}

// Solve is gnark's method of that name, whose errors it wraps: see [ErrUnsatisfied]. gnark's solver
// runs wherever the fast one cannot or fails, so hints may run twice for an invalid witness. It may
// be called concurrently for one system.
//
// Once the context is cancelled the fast solver stops, with the context's cause. gnark's cannot be
// stopped: it is not begun any more, or else ends first.
func (s System[E]) Solve(ctx context.Context, in Input[E]) (*Solution[E], error) {
	return s.Start(ctx, in).Finish(nil)
}

// Prepare translates the system ahead of its first solution, and returns once that is done. The
// folder, which may be nil, has programs that were compared with gnark's solver.
func (s System[E]) Prepare(in *prepared.Folder) {
	var programs *cache[E]
	if in != nil {
		programs = &cache[E]{in, sync.OnceValues(s.Digest)}
	}
	if p := s.entry().prepare(s, programs); p != nil {
		p.warm() // no solution has left memory
	}
}

// Whole has gnark's prover prove a witness from end to end. One option for its solver stands for
// all. It wraps errors as Solve does. Systems that keep state are solved one at a time.
func (s System[E]) Whole(
	w witness.Witness, opts []gnark.Option, prove func(gnark.Option) error,
) error {
	r := s.NewRun(context.Background(), Input[E]{Witness: w, Options: opts})
	defer r.entry.alone(s)()
	if err := prove(Configured(marked(r.config, s.System, false), r.err)); err != nil {
		return r.blamed(err)
	}
	return nil
}

func (s System[E]) entry() *Entry[E] { return s.Scalars.entries.get(s.System) }
