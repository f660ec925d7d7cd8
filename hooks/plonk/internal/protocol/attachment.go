package protocol

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// attachment is an attached key, with a fingerprint of the key when it was attached. It has the
// trace of the circuit that the key was last used with.
type attachment[P comparable, E any] struct {
	*Curve[P, E]
	keys.Key[*replica[P, E]]
	key fingerprint[P]
	// agreement is that of our check of proofs with gnark's verifier.
	agreement keys.Agreement

	tracing sync.Mutex
	circuit solver.Identity
	trace   *trace[P, E]
}

// sum returns the MSM of scalars and as many points of the key.
func (a *attachment[P, E]) sum(over suffix, scalars []E) (sum P, err error) {
	err = a.Use(func(r *replica[P, E]) error {
		sums, err := r.sums(over, [][]E{scalars})
		if err == nil {
			sum = sums[0]
		}
		return err
	})
	return sum, err
}

// prepare does work ahead that the first proofs of a system do otherwise. It does so for the solver
// and on the device.
func (a *attachment[P, E]) prepare(s *system.System[E], pk *Key[P, E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare(s.Folder)
		return nil
	})
	tasks.Go(func() error {
		near, err := a.Any()
		if err == nil {
			_, err = a.ready(near, s, pk)
		}
		return err
	})
	return tasks.Wait()
}

// ready returns the trace of a circuit, and prepares a replica for it. It does not if the replica's
// device fails: then another one makes the proofs.
func (a *attachment[P, E]) ready(
	r *replica[P, E], s *system.System[E], pk *Key[P, E],
) (*trace[P, E], error) {
	t, err := a.traceOf(s, pk)
	if err == nil {
		_, err = r.circuitOf(t)
	}
	if errors.Is(err, engine.ErrElsewhere) {
		err = nil
	}
	return t, err
}

// traceOf returns the trace of a circuit, computed once: proofs that need it meanwhile wait for it.
func (a *attachment[P, E]) traceOf(s *system.System[E], pk *Key[P, E]) (*trace[P, E], error) {
	a.tracing.Lock()
	defer a.tracing.Unlock()
	circuit := solver.IdentityOf(s.System)
	if a.trace != nil && a.circuit == circuit && a.trace.rows == s.Rows() {
		return a.trace, nil
	}
	trace, err := a.newTrace(s, len(pk.Lagrange))
	if err != nil {
		return nil, err
	}
	a.circuit, a.trace = circuit, trace
	return trace, nil
}
