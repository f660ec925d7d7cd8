package proof

import (
	"slices"

	"github.com/consensys/gnark/backend/witness"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Task is a proof to be made: of what, and how.
type Task[E any] struct {
	CCS, Key any                 // gnark's system and key
	Witness  witness.Witness     // or nil
	Given    *solver.Solution[E] // which its caller keeps; nil if there is a witness
	Unproved bool                // the solution alone is wanted
	*settings.Settings

	// The scheme completes a task by these.
	Field                           *curve.Field[E]
	System                          solver.System[E]
	Elements                        int  // of each of the proof's vectors
	Once                            bool // nothing can make the proof again
	ErrInvalidInput, ErrKeyMismatch error

	by         solver.Name // which solver found the wires
	uncompared bool        // with gnark's solver, if this module's did
	release    func()      // gives their memory back; nil if there is none
}

// Find has the solver solve the witness for an engine's proof. A follower sends the wires to
// devices while they are computed; nil sends nothing.
func (t *Task[E]) Find(
	e *engine.Engine, in solver.Input[E], ahead *engine.Follower[E],
) (*solver.Solution[E], error) {
	run := t.System.Start(t.Context, t.input(in))
	var known func(wires int) // nil, too, if gnark's solver runs, which has no such memory
	if m := run.Memory(); m != nil && ahead != nil {
		pinned := m.Unpin != nil && m.Locked()
		if unpin, locked := ahead.Begin(m.Wires, pinned); unpin != nil {
			m.Unpin, m.Locked = unpin, locked
		}
		known = ahead.Known
	}
	solution, err := run.Finish(known)
	if err != nil {
		return nil, err
	}
	t.by, t.uncompared = solution.Solver, solution.Uncompared
	t.release = both(t.release, solution.Release) // an earlier solution was wrong
	e.CountSolution(t.by == solver.Fast)
	return solution, nil
}

// both returns a function that calls two, of which any may be nil.
func both(first, second func()) func() {
	if first == nil {
		return second
	}
	return func() {
		first()
		if second != nil {
			second()
		}
	}
}

// input completes the input of a solver that computes commitments.
func (t *Task[E]) input(in solver.Input[E]) solver.Input[E] {
	in.Witness = t.Witness
	in.Options = slices.Concat(t.SolverOpts, in.Options,
		[]gnark.Option{committing(t.Field, in.Commit)})
	if t.OnCPU {
		in.Options = append(in.Options, solver.WithGnark())
	}
	switch {
	case t.Unproved:
		in.Options = append(in.Options, solver.Unproved())
	case !t.Unverified:
		in.Options = append(in.Options, solver.Verified())
	}
	return in
}

// Release gives the memory of the wires back, once. Nothing may use them then.
func (t *Task[E]) Release() {
	if release := t.Keep(); release != nil {
		release()
	}
}

// Keep has the wires stay, until the function that it returns is called.
func (t *Task[E]) Keep() (release func()) {
	release, t.release = t.release, nil
	return release
}
