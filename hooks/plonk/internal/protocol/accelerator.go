package protocol

import (
	"errors"
	"sync"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Accelerator is the points of a key's reference string, in canonical and in Lagrange form, on one
// or several of the engine's devices, once for all keys that have them in common. Package prover
// has the one that gnark asks for.
type Accelerator[P comparable, E any, S algebra.Scalar[E]] struct {
	*Curve[P, E]
	engine *accel.Engine
	*devices.Copies[*replica[P, E, S]]
}

// MultiExp returns Σ scalars[i]·bases[i].
func (acc *Accelerator[P, E, S]) MultiExp(bases []P, scalars []E) (sum P, err error) {
	err = acc.Use(func(r *replica[P, E, S]) (err error) {
		sum, err = r.multiExp(bases, scalars)
		return err
	})
	return sum, err
}

// sum returns the sum of scalars over as many points of the key.
func (acc *Accelerator[P, E, S]) sum(over points, scalars []E) (sum P, err error) {
	err = acc.Use(func(r *replica[P, E, S]) error {
		sums, err := r.sums(over, [][]E{scalars})
		if err == nil {
			sum = sums[0]
		}
		return err
	})
	return sum, err
}

// OnDevice says whether sums over at least one of the key's vectors run on a device.
func (acc *Accelerator[P, E, S]) OnDevice() (yes bool) {
	acc.EachCopy(func(r *replica[P, E, S]) { yes = yes || r.OnDevice() })
	return yes
}

// attachment is a key's accelerator, with the key's fingerprint from when it was made. It has the
// trace of the circuit that the key was last used with.
type attachment[P comparable, E any, S algebra.Scalar[E]] struct {
	*Accelerator[P, E, S]
	team *devices.KeyTeam[*replica[P, E, S]] // of copies
	key  fingerprint[P]

	tracing sync.Mutex
	circuit weak.Pointer[constraint.System]
	trace   *trace[P, E, S]
}

// Close frees what was loaded.
func (a *attachment[P, E, S]) Close() error {
	return errors.Join(a.team.Close(), a.Copies.Close())
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P, E, S]) prepare(s *system.System[E], pk *Key[P, E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare(s.Folder)
		return nil
	})
	tasks.Go(func() error {
		near, err := a.near()
		if err == nil {
			_, err = a.ready(near, s, pk)
		}
		return err
	})
	return tasks.Wait()
}

// ready returns the trace of a circuit, which a site is prepared for unless its device fails: then
// another one makes the proofs.
func (a *attachment[P, E, S]) ready(
	at site[P, E, S], s *system.System[E], pk *Key[P, E],
) (*trace[P, E, S], error) {
	t, err := a.traceOf(s, pk)
	if err == nil {
		err = at.prepare(t)
	}
	if errors.Is(err, session.ErrElsewhere) {
		err = nil
	}
	return t, err
}

// traceOf returns the trace of a circuit, computed once: proofs that need it meanwhile wait for it.
func (a *attachment[P, E, S]) traceOf(s *system.System[E], pk *Key[P, E]) (*trace[P, E, S], error) {
	a.tracing.Lock()
	defer a.tracing.Unlock()
	circuit := weak.Make(s.System)
	if a.trace != nil && a.circuit == circuit && a.trace.rows == s.Rows() {
		return a.trace, nil
	}
	trace, err := newTrace[P, E, S](a.Curve, s, len(pk.Lagrange), a.sum)
	if err != nil {
		return nil, err
	}
	a.circuit, a.trace = circuit, trace
	return trace, nil
}
