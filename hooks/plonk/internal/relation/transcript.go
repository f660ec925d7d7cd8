package relation

import (
	"fmt"
	"hash"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// Transcript derives the challenges. Each binds the one before it and the arguments of its method.
// Points are bound uncompressed, field elements in regular form, both big-endian.
type Transcript[P, E any, S algebra.Scalar[E]] struct {
	fs      *fiatshamir.Transcript
	marshal func(*P) []byte
	failure error // the first that occurred; later methods do nothing
}

func NewTranscript[P, E any, S algebra.Scalar[E]](
	g *algebra.Group[P, E], h hash.Hash,
) *Transcript[P, E, S] {
	fs := fiatshamir.NewTranscript(h, "gamma", "beta", "alpha", "zeta")
	return &Transcript[P, E, S]{fs: fs, marshal: g.Marshal}
}

// GammaAndBeta binds the points of the verifying key, the public inputs and the wires.
func (t *Transcript[P, E, S]) GammaAndBeta(key []P, public []E, lro [3]P) (gamma, beta E) {
	t.bindPoints("gamma", key...)
	for i := range public {
		t.bind("gamma", S(&public[i]).Marshal())
	}
	t.bindPoints("gamma", lro[:]...)
	gamma = t.challenge("gamma")
	return gamma, t.challenge("beta")
}

// Alpha binds the commitments to part of the witness, then Z.
func (t *Transcript[P, E, S]) Alpha(commitments []P, z P) E {
	t.bindPoints("alpha", commitments...)
	t.bindPoints("alpha", z)
	return t.challenge("alpha")
}

// Zeta binds the shards of the quotient.
func (t *Transcript[P, E, S]) Zeta(h [3]P) E {
	t.bindPoints("zeta", h[:]...)
	return t.challenge("zeta")
}

func (t *Transcript[P, E, S]) bindPoints(challenge string, points ...P) {
	for i := range points {
		t.bind(challenge, t.marshal(&points[i]))
	}
}

func (t *Transcript[P, E, S]) bind(challenge string, value []byte) {
	if t.failure == nil {
		t.fail(challenge, t.fs.Bind(challenge, value))
	}
}

func (t *Transcript[P, E, S]) challenge(name string) (e E) {
	if t.failure != nil {
		return e
	}
	value, err := t.fs.ComputeChallenge(name)
	t.fail(name, err)
	S(&e).SetBytes(value)
	return e
}

func (t *Transcript[P, E, S]) fail(challenge string, err error) {
	if err != nil {
		t.failure = fmt.Errorf("challenge %s: %w", challenge, err)
	}
}

// Err returns the first failure.
func (t *Transcript[P, E, S]) Err() error { return t.failure }
