package protocol

import (
	"hash"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
)

// Challenges returns the challenges of a proof up to its permutation. They are for the tests of
// gnark's own steps, which see this package from outside.
func Challenges[P, E any, S algebra.Scalar[E]](
	g *algebra.Group[P, E], h hash.Hash, vk *VerifyingKey[P, E], public []E, proof *Proof[P, E],
) (alpha, beta, gamma E) {
	t := relation.NewTranscript[P, E, S](g, h)
	gamma, beta = t.GammaAndBeta(vk.points(), public, proof.LRO)
	return t.Alpha(proof.Commitments, proof.Z), beta, gamma
}
