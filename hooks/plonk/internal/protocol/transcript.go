package protocol

import (
	"fmt"
	"hash"

	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// transcript derives the challenges. Each binds the one before it and the arguments of its method.
// Points are bound uncompressed, field elements in regular form, both big-endian.
type transcript[P, E any, S algebra.Scalar[E]] struct {
	fs      *fiatshamir.Transcript
	marshal func(*P) []byte
	err     error // the first that occurred; later methods do nothing
}

func newTranscript[P, E any, S algebra.Scalar[E]](
	g *algebra.Group[P, E], h hash.Hash,
) *transcript[P, E, S] {
	fs := fiatshamir.NewTranscript(h, "gamma", "beta", "alpha", "zeta")
	return &transcript[P, E, S]{fs: fs, marshal: g.Marshal}
}

// gammaAndBeta binds the circuit, its public inputs and the wires.
func (t *transcript[P, E, S]) gammaAndBeta(
	vk *VerifyingKey[P, E], public []E, lro [3]P,
) (gamma, beta E) {
	t.bindPoints("gamma", vk.S[:]...)
	t.bindPoints("gamma", vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk)
	t.bindPoints("gamma", vk.Qcp...)
	for i := range public {
		t.bind("gamma", S(&public[i]).Marshal())
	}
	t.bindPoints("gamma", lro[:]...)
	gamma = t.challenge("gamma")
	return gamma, t.challenge("beta")
}

// alpha binds the commitments to part of the witness, then Z.
func (t *transcript[P, E, S]) alpha(commitments []P, z P) E {
	t.bindPoints("alpha", commitments...)
	t.bindPoints("alpha", z)
	return t.challenge("alpha")
}

// zeta binds the shards of the quotient.
func (t *transcript[P, E, S]) zeta(h [3]P) E {
	t.bindPoints("zeta", h[:]...)
	return t.challenge("zeta")
}

func (t *transcript[P, E, S]) bindPoints(challenge string, points ...P) {
	for i := range points {
		t.bind(challenge, t.marshal(&points[i]))
	}
}

func (t *transcript[P, E, S]) bind(challenge string, value []byte) {
	if t.err == nil {
		t.fail(challenge, t.fs.Bind(challenge, value))
	}
}

func (t *transcript[P, E, S]) challenge(name string) (e E) {
	if t.err != nil {
		return e
	}
	value, err := t.fs.ComputeChallenge(name)
	t.fail(name, err)
	S(&e).SetBytes(value)
	return e
}

func (t *transcript[P, E, S]) fail(challenge string, err error) {
	if err != nil {
		t.err = fmt.Errorf("challenge %s: %w", challenge, err)
	}
}
