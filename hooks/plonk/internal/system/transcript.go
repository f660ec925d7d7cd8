package system

import (
	"fmt"
	"hash"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Transcript derives the challenges. Each binds the one before it and the arguments of its method.
// Points are bound uncompressed, field elements in regular form, both big-endian.
type Transcript[P, E any] struct {
	fs      *fiatshamir.Transcript
	group   *curve.Group[P, E]
	failure error // the first that occurred; later methods do nothing
}

func NewTranscript[P, E any](g *curve.Group[P, E], h hash.Hash) *Transcript[P, E] {
	fs := fiatshamir.NewTranscript(h, "gamma", "beta", "alpha", "zeta")
	return &Transcript[P, E]{fs: fs, group: g}
}

// GammaAndBeta binds the points of the verifying key, the public inputs and the wires.
func (t *Transcript[P, E]) GammaAndBeta(key []P, public []E, lro [3]P) (gamma, beta E) {
	t.bindPoints("gamma", key...)
	for i := range public {
		t.bind("gamma", t.group.Scalars.Marshal(&public[i]))
	}
	t.bindPoints("gamma", lro[:]...)
	gamma = t.challenge("gamma")
	return gamma, t.challenge("beta")
}

// Alpha binds the commitments to part of the witness, then Z.
func (t *Transcript[P, E]) Alpha(commitments []P, z P) E {
	t.bindPoints("alpha", commitments...)
	t.bindPoints("alpha", z)
	return t.challenge("alpha")
}

// Zeta binds the shards of the quotient.
func (t *Transcript[P, E]) Zeta(h [3]P) E {
	t.bindPoints("zeta", h[:]...)
	return t.challenge("zeta")
}

func (t *Transcript[P, E]) bindPoints(challenge string, points ...P) {
	for i := range points {
		t.bind(challenge, t.group.Marshal(&points[i]))
	}
}

func (t *Transcript[P, E]) bind(challenge string, value []byte) {
	if t.failure == nil {
		t.fail(challenge, t.fs.Bind(challenge, value))
	}
}

func (t *Transcript[P, E]) challenge(name string) (e E) {
	if t.failure != nil {
		return e
	}
	value, err := t.fs.ComputeChallenge(name)
	t.fail(name, err)
	t.group.Scalars.SetBytes(&e, value)
	return e
}

func (t *Transcript[P, E]) fail(challenge string, err error) {
	if err != nil {
		t.failure = fmt.Errorf("challenge %s: %w", challenge, err)
	}
}

// Err returns the first failure.
func (t *Transcript[P, E]) Err() error { return t.failure }
