package protocol

import (
	"fmt"
	"sync"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
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

// commitTo returns a verifying key with the commitments to a circuit's polynomials.
func (a *attachment[P, E, S]) commitTo(
	t *trace[P, E, S], pk *Key[P, E],
) (*VerifyingKey[P, E], error) {
	c := t.columns
	vectors := append([][]E{c.S[0], c.S[1], c.S[2], c.Ql, c.Qr, c.Qm, c.Qo, c.Qk}, c.Qcp...)
	var sums []P
	err := a.Use(func(r *replica[P, E, S]) (err error) {
		sums, err = r.multiExpBatch(pk.Lagrange, vectors)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("commitments of the keys: %w", err)
	}
	return &VerifyingKey[P, E]{
		S: [3]P(sums), Ql: sums[3], Qr: sums[4], Qm: sums[5], Qo: sums[6], Qk: sums[7],
		Qcp: sums[8:],
	}, nil
}
