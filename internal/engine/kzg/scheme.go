package kzg

import "github.com/gnark-accel/gnark-accel/internal/curve"

// Scheme is the scheme over one curve.
type Scheme[P, E any] struct {
	G1 *curve.Group[P, E]
	// These errors are gnark-crypto's: for more coefficients than points, for other than as many
	// digests as polynomials, and for none.
	ErrSize, ErrDigests, ErrNoDigests error
}

// BatchOpen returns the values of polynomials at a point, and their common opening. It is bound to
// them and to the batch, whose digests it sets.
func (s *Scheme[P, E]) BatchOpen(
	b *Batch[E], commit func([]E) (P, error), polynomials [][]E, digests []P, point E,
) (h P, values []E, err error) {
	if err := s.checkNumbers(polynomials, digests); err != nil {
		return h, nil, err
	}
	return BatchOpen(s.bind(b, digests), commit, polynomials, point)
}

func (s *Scheme[P, E]) checkNumbers(polynomials [][]E, digests []P) error {
	if len(digests) != len(polynomials) {
		return s.ErrDigests
	}
	if len(digests) == 0 {
		return s.ErrNoDigests
	}
	return nil
}

// bind sets the digests of a batch.
func (s *Scheme[P, E]) bind(b *Batch[E], digests []P) *Batch[E] {
	b.Scalars, b.Digests = s.G1.Scalars, make([][]byte, len(digests))
	for i := range digests {
		b.Digests[i] = s.G1.Marshal(&digests[i])
	}
	return b
}

// Challenge is [Batch.Challenge] with digests that are points.
func (s *Scheme[P, E]) Challenge(b *Batch[E], point E, digests []P, values []E) (E, error) {
	return s.bind(b, digests).Challenge(point, values)
}
