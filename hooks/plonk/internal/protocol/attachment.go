package protocol

import (
	"errors"
	"sync"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// attachment is a key's accelerator, with the key's fingerprint from when it was made. It has the
// trace of the circuit that the key was last used with.
type attachment[P comparable, E any, S algebra.Scalar[E]] struct {
	*Accelerator[P, E, S]
	key fingerprint[P]

	tracing sync.Mutex
	circuit weak.Pointer[constraint.System]
	trace   *trace[P, E, S]
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P, E, S]) prepare(s *system.System[E], pk *Key[P, E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare()
		return nil
	})
	tasks.Go(func() error {
		trace, err := a.traceOf(s, pk)
		if err != nil {
			return err
		}
		if t := a.team.Team(); t != nil {
			_, err := circuitsOf(t.Members, trace)
			if errors.Is(err, session.ErrElsewhere) { // another device makes the proofs
				return nil
			}
			return err
		}
		return a.Use(func(r *replica[P, E, S]) error {
			_, err := r.circuitOf(trace)
			return err
		})
	})
	return tasks.Wait()
}

// traceOf returns the trace of a circuit, computed once: proofs that need it meanwhile wait for it.
func (a *attachment[P, E, S]) traceOf(s *system.System[E], pk *Key[P, E]) (*trace[P, E, S], error) {
	a.tracing.Lock()
	defer a.tracing.Unlock()
	circuit := weak.Make(s.System)
	if a.trace != nil && a.circuit == circuit && a.trace.fits(s) {
		return a.trace, nil
	}
	trace, err := newTrace[P, E, S](a.Curve, s, pk.Lagrange, a.MultiExp)
	if err != nil {
		return nil, err
	}
	a.circuit, a.trace = circuit, trace
	return trace, nil
}
