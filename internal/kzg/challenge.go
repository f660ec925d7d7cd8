// Package kzg has the parts of KZG openings that know no points, once for all curves.
package kzg

import (
	"fmt"
	"hash"
	"slices"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
)

// challengeName is hashed first. Verifiers use the same name.
const challengeName = "gamma"

// Challenge returns the hash of everything that the verifier of a batch opening knows. The order is
// part of the protocol: the point, all digests (uncompressed), all values, and then the caller's own
// data. Its errors are those of the hash, which is reset before and after.
func Challenge(hf hash.Hash, point []byte, digests, values, data [][]byte) ([]byte, error) {
	transcript := fiatshamir.NewTranscript(hf, challengeName)
	for _, message := range slices.Concat([][]byte{point}, digests, values, data) {
		if err := transcript.Bind(challengeName, message); err != nil {
			return nil, fmt.Errorf("challenge %s: %w", challengeName, err)
		}
	}
	challenge, err := transcript.ComputeChallenge(challengeName)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", challengeName, err)
	}
	return challenge, nil
}
