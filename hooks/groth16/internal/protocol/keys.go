package protocol

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// attachment is a key's accelerator, what the key looked like when it was made, and which wires
// meet its vectors.
type attachment[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Accelerator[P1, P2, E, S]
	key fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [Scheme.Attach] was not given it.
	verifyingKey atomic.Value
	recommended  sync.Once // to give it
	equations    equations[P1, P2, E, S]

	selecting   sync.Mutex // guards the fields below
	selected    *selections[E]
	constraints *constraints[E]
}

// Close frees what was loaded for the key.
func (a *attachment[P1, P2, E, S]) Close() error {
	a.selecting.Lock()
	defer a.selecting.Unlock()
	return errors.Join(a.selected.close(), a.constraints.close(), a.Accelerator.Close())
}

// Attach loads a key ahead of its first proof, and prepares the constraint system that it belongs
// to unless that is nil. A nil engine is the one that the key is attached to already, or else
// [accel.Default]. A key that is attached to another engine moves; proofs under way finish where
// they began. With a verifying key in gnark's type, which may be nil, proofs are verified.
func (s *Scheme[K, P1, P2, E, S]) Attach(
	pk *K, sys *System[E], engine *accel.Engine, vk any,
) error {
	if pk == nil {
		return errNoKey()
	}
	key := s.Key(pk)
	if sys != nil {
		if err := sys.check(); err != nil {
			return err
		}
		if err := checkKey(sys, key, Hidden(sys.commitments())); err != nil {
			return err
		}
	}
	lease, err := s.acquire(pk, engine)
	if err != nil {
		return err
	}
	if vk != nil {
		lease.Value.verifyingKey.Store(vk)
	}
	if sys != nil {
		err = lease.Value.prepare(key, sys)
	}
	return errors.Join(err, lease.Release())
}

// prepare does ahead what the first proofs of a system do otherwise, for the solver and on the
// device.
func (a *attachment[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare()
		return nil
	})
	tasks.Go(func() error {
		wires, err := a.selectionsOf(pk, s.GetNbPublicVariables(), Hidden(s.commitments()))
		if err != nil {
			return err
		}
		return wires.Prepare(&pk.Domain.Domain)
	})
	tasks.Go(func() error { return a.prepareConstraints(s, pk.Domain.Len()) })
	if a.verifyingKey.Load() == nil {
		tasks.Go(func() error {
			_, err := a.equations.of(a.Curve, s, pk)
			if errors.Is(err, errUnwritten) {
				return nil // few of the proofs' sums are checked then
			}
			return err
		})
	}
	return tasks.Wait()
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. It is
// no error if there is nothing. A later proof attaches the key again.
func (s *Scheme[K, P1, P2, E, S]) Release(pk *K) error {
	if pk == nil {
		return errNoKey()
	}
	return s.attached.Release(pk)
}

// acquire returns a lease on the key's accelerator. It makes one if there is none, if the engine is
// another, or if the key was replaced in the meantime.
func (s *Scheme[K, P1, P2, E, S]) acquire(
	pk *K, engine *accel.Engine,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	usable := func(a *attachment[P1, P2, E, S]) bool {
		return (engine == nil || engine == a.engine) && a.key.matches(fingerprinted(s.Key(pk)))
	}
	return s.attached.Acquire(pk, usable,
		func() (*attachment[P1, P2, E, S], error) { return s.load(engine, pk, nil) })
}

// content is the part of a key that its fingerprint is taken of.
type content[P1, P2 any] struct {
	alpha, beta, delta P1
	vectors            [][]P1
	b2                 []P2
}

func fingerprinted[P1, P2, E any](pk *Key[P1, P2, E]) content[P1, P2] {
	c := content[P1, P2]{alpha: pk.Alpha, beta: pk.Beta, delta: pk.Delta, b2: pk.B2}
	for _, v := range pk.vectors().InG1() {
		c.vectors = append(c.vectors, v.Points.Slice)
	}
	return c
}

// fingerprint recognises a key whose content was replaced, for instance by ReadFrom.
type fingerprint[P1, P2 comparable] struct {
	alpha, beta, delta P1
	vectors            []keycache.Fingerprint[P1]
	b2                 keycache.Fingerprint[P2]
}

func takeFingerprint[P1, P2 comparable](c content[P1, P2]) fingerprint[P1, P2] {
	f := fingerprint[P1, P2]{
		alpha: c.alpha, beta: c.beta, delta: c.delta, b2: keycache.Take(c.b2),
	}
	for _, points := range c.vectors {
		f.vectors = append(f.vectors, keycache.Take(points))
	}
	return f
}

func (f *fingerprint[P1, P2]) matches(now content[P1, P2]) bool {
	if f.alpha != now.alpha || f.beta != now.beta || f.delta != now.delta ||
		len(f.vectors) != len(now.vectors) || !f.b2.Matches(now.b2) {
		return false
	}
	for i, points := range now.vectors {
		if !f.vectors[i].Matches(points) {
			return false
		}
	}
	return true
}
