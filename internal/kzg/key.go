package kzg

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Key is the points of an SRS on an engine. Nil and the zero value are never made.
type Key[P, E any, O Opening[P, E], B BatchOpening[P, E]] struct {
	scheme *Scheme[P, E, O, B]
	bases  *group.Bases[P, E]
}

// Load loads the points of an SRS.
func (s *Scheme[P, E, O, B]) Load(to *group.Group[P, E], points []P) (*Key[P, E, O, B], error) {
	bases, err := to.Load(points)
	if err != nil {
		return nil, fmt.Errorf("loading the SRS: %w", err)
	}
	return &Key[P, E, O, B]{s, bases}, nil
}

// Commit returns Σ p[i]·Gᵢ over the points of the key.
func (k *Key[P, E, O, B]) Commit(p []E) (digest P, err error) {
	if err := k.check(p); err != nil {
		return digest, err
	}
	sum, err := k.bases.MultiExpRange(0, p, ecc.MultiExpConfig{})
	if err != nil {
		return digest, err
	}
	return *sum, nil
}

// Open is [Scheme.Open] with the key's commitments.
func (k *Key[P, E, O, B]) Open(p []E, point E) (proof O, err error) {
	if err := k.check(p); err != nil {
		return proof, err
	}
	return k.scheme.Open(k.Commit, p, point)
}

// BatchOpen is [Scheme.BatchOpen] with the key's commitments.
func (k *Key[P, E, O, B]) BatchOpen(
	b *Batch[E], polynomials [][]E, digests []P, point E,
) (proof B, err error) {
	if err := k.check(nil); err != nil {
		return proof, err
	}
	if err := k.scheme.checkNumbers(polynomials, digests); err != nil {
		return proof, err
	}
	for _, p := range polynomials {
		if err := k.check(p); err != nil {
			return proof, err
		}
	}
	return k.scheme.BatchOpen(b, k.Commit, polynomials, digests, point)
}

// check compares with the key itself and not with the quotient, which is shorter by one.
func (k *Key[P, E, O, B]) check(p []E) error {
	if k == nil || k.scheme == nil {
		return engine.ErrNotMade
	}
	if len(p) > k.bases.Len() {
		return k.scheme.ErrSize
	}
	return nil
}

// OnDevice says whether MSMs over the points go to a device if large enough.
func (k *Key[P, E, O, B]) OnDevice() bool { return k != nil && k.bases.OnDevice() }

// Close waits for the commitments under way and frees the device's memory.
func (k *Key[P, E, O, B]) Close() error {
	if k == nil {
		return nil
	}
	return k.bases.Close()
}
