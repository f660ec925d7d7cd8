package kzg

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Key is the points of an SRS on an engine. Nil and the zero value are never made.
type Key[P, E any] struct {
	scheme *Scheme[P, E]
	bases  *group.Bases[P, E]
}

// Load loads the points of an SRS.
func (s *Scheme[P, E]) Load(to *group.Group[P, E], points []P) (*Key[P, E], error) {
	bases, err := to.Load(points)
	if err != nil {
		return nil, fmt.Errorf("loading the SRS: %w", err)
	}
	return &Key[P, E]{s, bases}, nil
}

// Commit returns Σ p[i]·Gᵢ over the points of the key.
func (k *Key[P, E]) Commit(p []E) (digest P, err error) {
	if err := k.check(p); err != nil {
		return digest, err
	}
	sum, err := k.bases.MultiExpRange(0, p, ecc.MultiExpConfig{})
	if err != nil {
		return digest, err
	}
	return *sum, nil
}

// Open is the function of that name with the key's commitments.
func (k *Key[P, E]) Open(p []E, point E) (h P, value E, err error) {
	if err := k.check(p); err != nil {
		return h, value, err
	}
	return Open(k.scheme.G1.Scalars, k.Commit, p, point)
}

// BatchOpen is [Scheme.BatchOpen] with the key's commitments.
func (k *Key[P, E]) BatchOpen(
	b *Batch[E], polynomials [][]E, digests []P, point E,
) (h P, values []E, err error) {
	if err := k.check(nil); err != nil {
		return h, nil, err
	}
	if err := k.scheme.checkNumbers(polynomials, digests); err != nil {
		return h, nil, err
	}
	for _, p := range polynomials {
		if err := k.check(p); err != nil {
			return h, nil, err
		}
	}
	return k.scheme.BatchOpen(b, k.Commit, polynomials, digests, point)
}

// check compares with the key itself and not with the quotient, which is shorter by one.
func (k *Key[P, E]) check(p []E) error {
	if k == nil || k.scheme == nil {
		return engine.ErrNotMade
	}
	if len(p) > k.bases.Len() {
		return k.scheme.ErrSize
	}
	return nil
}

// OnDevice says whether MSMs over the points go to a device if large enough.
func (k *Key[P, E]) OnDevice() bool { return k != nil && k.bases.OnDevice() }

// Close waits for the commitments under way and frees the device's memory.
func (k *Key[P, E]) Close() error {
	if k == nil {
		return nil
	}
	return k.bases.Close()
}
