package kzg

import (
	"fmt"
	"hash"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Scalar is a pointer to a scalar that can be hashed.
type Scalar[E any] interface {
	field.Scalar[E]
	Marshal() []byte
	SetBytes([]byte) *E // modulo the field's order
}

// BatchOpen returns the values of polynomials at a point, and their common opening. That is the
// commitment to the quotient of their combination. The factors are powers of the challenge that
// binds the arguments.
func BatchOpen[P, E any, S Scalar[E]](
	commit func([]E) (P, error), polynomials [][]E, point E, hf hash.Hash, digests [][]byte,
	data [][]byte,
) (h P, values []E, err error) {
	if commit == nil || hf == nil {
		return h, nil, fmt.Errorf("%w: a committer and a hash are needed", ErrInvalidInput)
	}
	values = make([]E, len(polynomials))
	for i, p := range polynomials {
		values[i] = poly.Evaluate[E, S](p, point)
	}
	gamma, err := Challenge[E, S](hf, point, digests, values, data)
	if err != nil {
		return h, nil, err
	}
	h, _, err = openInPlace[P, E, S](commit, poly.Fold[E, S](polynomials, gamma), point)
	if err != nil {
		return h, nil, err
	}
	return h, values, nil
}

// Marshal returns the bytes of digests, uncompressed.
func Marshal[D any, P interface {
	*D
	Marshal() []byte
}](digests []D) [][]byte {
	bytes := make([][]byte, len(digests))
	for i := range digests {
		bytes[i] = P(&digests[i]).Marshal()
	}
	return bytes
}

// challengeName is hashed first. Verifiers use the same name.
const challengeName = "gamma"

// Challenge returns the factor that combines polynomials which are opened together. It is the hash
// of everything that the verifier knows of them. The order is part of the protocol: the point, all
// digests (uncompressed), all values, and then the caller's own data.
//
// The hash is reset before and after; nil gives [ErrInvalidInput]. Other errors come from hf.
func Challenge[E any, S Scalar[E]](
	hf hash.Hash, point E, digests [][]byte, values []E, data [][]byte,
) (gamma E, err error) {
	if hf == nil {
		return gamma, fmt.Errorf("%w: a hash is needed", ErrInvalidInput)
	}
	bound := append([][]byte{S(&point).Marshal()}, digests...)
	for i := range values {
		bound = append(bound, S(&values[i]).Marshal())
	}
	transcript := fiatshamir.NewTranscript(hf, challengeName)
	for _, message := range append(bound, data...) {
		if err := transcript.Bind(challengeName, message); err != nil {
			return gamma, fmt.Errorf("challenge %s: %w", challengeName, err)
		}
	}
	digest, err := transcript.ComputeChallenge(challengeName)
	if err != nil {
		return gamma, fmt.Errorf("challenge %s: %w", challengeName, err)
	}
	S(&gamma).SetBytes(digest)
	return gamma, nil
}
