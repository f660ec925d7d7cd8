package ceremony

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// withSecrets draws a secret for each proof, makes the proofs, and calls a function. Proofs are
// made in their order. The function uses the secrets, which are zeroed then.
func (c *over[P1, P2, E]) withSecrets(
	proofs []proof, challenge []byte, use func(secrets []E) error,
) error {
	drawing := curve.NewDrawing(c.field)
	defer drawing.Destroy()
	drawn := make([]E, len(proofs))
	defer clear(drawn)
	for i := range drawn {
		if err := drawing.Element(&drawn[i]); err != nil {
			return err
		}
	}
	for i := range drawn {
		var err error
		if proofs[i], err = c.prove(&drawn[i], challenge, byte(i)); err != nil {
			return err
		}
	}
	return use(drawn)
}

// prove proves a contribution as gnark-crypto's UpdateValues does: by the multiple of the generator
// of G1, and by that of a point of G2 which is the hash of the multiple and the challenge.
func (c *over[P1, P2, E]) prove(to *E, challenge []byte, tag byte) (proof, error) {
	generator := c.pairing.Generator1
	commitment := c.g1.TimesSecret(&generator, to)
	base, err := c.hashToG2(slices.Concat(c.g1.Marshal(&commitment), challenge), []byte{tag})
	if err != nil {
		return nil, err
	}
	knowledge := c.g2.TimesSecret(&base, to)
	f := c.newFile()
	f.encode(&commitment)
	f.encode(&knowledge)
	if f.err != nil {
		return nil, f.err
	}
	p := c.newProof()
	_, err = p.ReadFrom(f)
	return p, err
}

// times sets a point to its multiple.
func times[P, E any](g *curve.Group[P, E], p *P, k *E) {
	*p = g.TimesSecret(p, k)
}
