package kzg

import "github.com/gnark-accel/gnark-accel/internal/curve"

// Opening is gnark-crypto's type OpeningProof.
type Opening[P, E any] interface {
	~struct {
		H            P
		ClaimedValue E
	}
}

// BatchOpening is gnark-crypto's type BatchOpeningProof.
type BatchOpening[P, E any] interface {
	~struct {
		H             P
		ClaimedValues []E
	}
}

// Scheme is the scheme over one curve. O and B are the proofs of one value and of several.
type Scheme[P, E any, O Opening[P, E], B BatchOpening[P, E]] struct {
	G1 *curve.Group[P, E]
	// gnark-crypto's errors: more coefficients than points, other than as many digests as
	// polynomials, and none.
	ErrSize, ErrDigests, ErrNoDigests error
}

// Open returns p(point), and the commitment to (p − p(point))/(X − point).
func (s *Scheme[P, E, O, B]) Open(commit func([]E) (P, error), p []E, point E) (O, error) {
	h, value, err := Open(s.G1.Scalars, commit, p, point)
	return O(struct {
		H            P
		ClaimedValue E
	}{h, value}), err
}

// BatchOpen returns the values of polynomials at a point with one proof, which is bound to them and
// to the batch. As many digests as polynomials are needed, and at least one.
func (s *Scheme[P, E, O, B]) BatchOpen(
	b *Batch[E], commit func([]E) (P, error), polynomials [][]E, digests []P, point E,
) (proof B, err error) {
	if err := s.checkNumbers(polynomials, digests); err != nil {
		return proof, err
	}
	h, values, err := BatchOpen(s.bind(b, digests), commit, polynomials, point)
	return B(struct {
		H             P
		ClaimedValues []E
	}{h, values}), err
}

func (s *Scheme[P, E, O, B]) checkNumbers(polynomials [][]E, digests []P) error {
	if len(digests) != len(polynomials) {
		return s.ErrDigests
	}
	if len(digests) == 0 {
		return s.ErrNoDigests
	}
	return nil
}

// bind sets the digests of a batch.
func (s *Scheme[P, E, O, B]) bind(b *Batch[E], digests []P) *Batch[E] {
	b.Scalars, b.Digests = s.G1.Scalars, make([][]byte, len(digests))
	for i := range digests {
		b.Digests[i] = s.G1.Marshal(&digests[i])
	}
	return b
}

// Challenge is [Batch.Challenge] with digests that are points.
func (s *Scheme[P, E, O, B]) Challenge(
	b *Batch[E], point E, digests []P, values []E,
) (E, error) {
	return s.bind(b, digests).Challenge(point, values)
}
