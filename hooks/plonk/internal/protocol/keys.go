package protocol

import (
	"errors"
	"fmt"
	"sync"
	"weak"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
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

// Attach loads a key ahead of its first proof, and prepares the constraint system that it belongs
// to unless that is nil. A nil engine is the one that the key is attached to already, or else
// [accel.Default]. A key that is attached to another engine moves; proofs under way finish where
// they began.
func (s *Scheme[K, P, E, S]) Attach(pk *K, sys *System[E], engine *accel.Engine) error {
	if pk == nil {
		return errNoKey()
	}
	key := s.Key(pk)
	if sys != nil {
		if err := sys.check(); err != nil {
			return err
		}
		if err := checkKey(sys, key); err != nil {
			return err
		}
	}
	lease, err := s.acquire(pk, engine)
	if err != nil {
		return err
	}
	if sys != nil {
		err = lease.Value.prepare(sys, key)
	}
	return errors.Join(err, lease.Release())
}

// prepare does ahead what the first proofs of a system do otherwise, for the solver and on the
// device.
func (a *attachment[P, E, S]) prepare(s *System[E], pk *Key[P, E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare()
		return nil
	})
	tasks.Go(func() error {
		_, err := a.traceOf(s, pk)
		return err
	})
	return tasks.Wait()
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. Points
// that other keys use stay. It is no error if there is nothing. A later proof attaches the key
// again.
func (s *Scheme[K, P, E, S]) Release(pk *K) error {
	if pk == nil {
		return errNoKey()
	}
	return s.attached.Release(pk)
}

// acquire returns a lease on what is loaded for a key. The key is loaded if there is nothing, if
// the engine is another, or if the key was replaced in the meantime.
func (s *Scheme[K, P, E, S]) acquire(
	pk *K, engine *accel.Engine,
) (*keycache.Lease[*attachment[P, E, S]], error) {
	usable := func(a *attachment[P, E, S]) bool {
		now := s.Key(pk)
		return (engine == nil || engine == a.engine) && a.key.matches(now.Canonical, now.Lagrange)
	}
	return s.attached.Acquire(pk, usable,
		func() (*attachment[P, E, S], error) { return s.load(engine, pk) })
}

// load loads a key.
func (s *Scheme[K, P, E, S]) load(engine *accel.Engine, pk *K) (*attachment[P, E, S], error) {
	acc, err := s.NewAccelerator(engine, pk)
	if err != nil {
		return nil, err
	}
	return &attachment[P, E, S]{Accelerator: acc, key: takeFingerprint(s.Key(pk))}, nil
}

// traceOf returns the trace of a circuit, computed once: proofs that need it meanwhile wait for it.
func (a *attachment[P, E, S]) traceOf(s *System[E], pk *Key[P, E]) (*trace[P, E, S], error) {
	a.tracing.Lock()
	defer a.tracing.Unlock()
	circuit := weak.Make(s.System)
	if a.trace != nil && a.circuit == circuit && a.trace.fits(s) {
		return a.trace, nil
	}
	trace, err := newTrace(s, pk, a.Accelerator)
	if err != nil {
		return nil, err
	}
	old := a.trace
	a.circuit, a.trace = circuit, trace
	return trace, old.close()
}

// Close frees what was loaded for the key and its circuit.
func (a *attachment[P, E, S]) Close() error {
	a.tracing.Lock()
	defer a.tracing.Unlock()
	return errors.Join(a.trace.close(), a.Accelerator.Close())
}

// fingerprint recognises a key whose content was replaced, for instance by ReadFrom.
type fingerprint[P comparable] struct {
	canonical, lagrange keycache.Fingerprint[P]
}

func takeFingerprint[P comparable, E any](pk *Key[P, E]) fingerprint[P] {
	return fingerprint[P]{keycache.Take(pk.Canonical), keycache.Take(pk.Lagrange)}
}

func (f *fingerprint[P]) matches(canonical, lagrange []P) bool {
	return f.canonical.Matches(canonical) && f.lagrange.Matches(lagrange)
}

func errNoKey() error { return fmt.Errorf("%w: no proving key", ErrInvalidInput) }

// checkKey refuses a key whose shape is not the one that the system's setup gives.
func checkKey[P, E any](s *System[E], pk *Key[P, E]) error {
	if pk == nil || pk.Verifying == nil {
		return fmt.Errorf("%w: no proving key, or one without its verifying key", ErrInvalidInput)
	}
	size := int(ecc.NextPowerOfTwo(uint64(s.rows().end)))
	if size < 2 || size > mostRows {
		return fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, size)
	}
	for _, count := range []struct {
		what      string
		got, want int
	}{
		{"rows", pk.Verifying.Rows, size},
		{"public inputs", pk.Verifying.Public, len(s.Public)},
		{"commitments", len(pk.Verifying.Qcp), len(s.commitments())},
		{"points in Lagrange form", len(pk.Lagrange), size},
		{"points in canonical form", min(len(pk.Canonical), size+3), size + 3},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: %d %s, expected %d",
				ErrKeyMismatch, count.got, count.what, count.want)
		}
	}
	return nil
}
