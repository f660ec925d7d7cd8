package protocol

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// blinding is what makes a proof zero-knowledge.
type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any, S algebra.Scalar[E]]() (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := S(scalar).SetRandom(); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}

// assemble sets the three points of a proof.
//
//	Ar  = ΣA + α + rδ
//	Bs  = ΣB + β + sδ                     in G2
//	Krs = ΣK + ΣZ + s·Ar + r·(ΣB + β)     in G1
//
// The last is the paper's C, ΣK + ΣZ + s·Ar + r·Bs − rsδ, with the two terms in rsδ cancelled.
func (p *prover[P1, P2, E, S]) assemble(proof *Proof[P1, P2], sums *sums[P1, P2]) {
	pk, g1, g2, r, s := p.key, p.accelerator.G1, p.accelerator.G2, &p.blinding.r, &p.blinding.s
	proof.Ar = g1.Sum(sums.a, pk.Alpha, algebra.Times[P1, E, S](g1, &pk.Delta, r))
	proof.Bs = g2.Sum(sums.b2, pk.Beta2, algebra.Times[P2, E, S](g2, &pk.Delta2, s))
	b := g1.Sum(sums.b, pk.Beta)
	proof.Krs = g1.Sum(sums.k, sums.z,
		algebra.Times[P1, E, S](g1, &proof.Ar, s), algebra.Times[P1, E, S](g1, &b, r))
}
