package kzg

import (
	"fmt"
	"hash"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Batch is what a batch opening is bound to beside its point and values. The order is part of the
// protocol, see [Batch.Challenge].
type Batch[E any] struct {
	Scalars *curve.Field[E]
	Hash    hash.Hash // used by one opening alone, and reset before and after
	Digests [][]byte  // uncompressed
	Data    [][]byte  // the caller's own
}

// BatchOpen returns the values of polynomials at a point, and their common opening. That is the
// commitment to the quotient of their combination. The factors are powers of the challenge that
// binds the batch and the values.
func BatchOpen[P, E any](
	b *Batch[E], commit func([]E) (P, error), polynomials [][]E, point E,
) (h P, values []E, err error) {
	if commit == nil || b.Hash == nil {
		return h, nil, fmt.Errorf("%w: a committer and a hash are needed", ErrInvalidInput)
	}
	values = make([]E, len(polynomials))
	for i, p := range polynomials {
		values[i] = poly.Evaluate(b.Scalars, p, point)
	}
	gamma, err := b.Challenge(point, values)
	if err != nil {
		return h, nil, err
	}
	folded := poly.Fold(b.Scalars, polynomials, gamma)
	h, _, err = openInPlace(b.Scalars, commit, folded, point)
	if err != nil {
		return h, nil, err
	}
	return h, values, nil
}

// challengeName is hashed first. Verifiers use the same name.
const challengeName = "gamma"

// Challenge returns the factor that combines polynomials which are opened together. It is the hash
// of everything that the verifier knows of them. The order is part of the protocol: the point, all
// digests (uncompressed), all values, and then the caller's own data.
//
// The hash is reset before and after; nil gives [ErrInvalidInput]. Other errors come from it.
func (b *Batch[E]) Challenge(point E, values []E) (gamma E, err error) {
	if b.Hash == nil {
		return gamma, fmt.Errorf("%w: a hash is needed", ErrInvalidInput)
	}
	bound := append([][]byte{b.Scalars.Marshal(&point)}, b.Digests...)
	for i := range values {
		bound = append(bound, b.Scalars.Marshal(&values[i]))
	}
	transcript := fiatshamir.NewTranscript(b.Hash, challengeName)
	for _, message := range append(bound, b.Data...) {
		if err := transcript.Bind(challengeName, message); err != nil {
			return gamma, fmt.Errorf("challenge %s: %w", challengeName, err)
		}
	}
	digest, err := transcript.ComputeChallenge(challengeName)
	if err != nil {
		return gamma, fmt.Errorf("challenge %s: %w", challengeName, err)
	}
	b.Scalars.SetBytes(&gamma, digest)
	return gamma, nil
}
