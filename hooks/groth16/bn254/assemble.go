package bn254

import (
	"fmt"
	"math/big"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
)

// blinding is what makes a proof zero-knowledge.
type blinding struct{ r, s big.Int }

// draw takes r, then s, from the system's source of randomness.
func draw() (*blinding, error) {
	var b blinding
	for _, scalar := range []*big.Int{&b.r, &b.s} {
		var e fr.Element
		if _, err := e.SetRandom(); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
		e.BigInt(scalar)
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
func assemble(proof *groth16.Proof, pk *groth16.ProvingKey, s *sums, b *blinding) {
	var ar, krs, term curve.G1Jac
	ar.FromAffine(&pk.G1.Delta)
	ar.ScalarMultiplication(&ar, &b.r)
	ar.AddMixed(&pk.G1.Alpha)
	ar.AddMixed(&s.a)

	term.FromAffine(&s.b)
	term.AddMixed(&pk.G1.Beta)
	krs.ScalarMultiplication(&term, &b.r)
	term.ScalarMultiplication(&ar, &b.s)
	krs.AddAssign(&term)
	krs.AddMixed(&s.k)
	krs.AddMixed(&s.z)

	var bs curve.G2Jac
	bs.FromAffine(&pk.G2.Delta)
	bs.ScalarMultiplication(&bs, &b.s)
	bs.AddMixed(&pk.G2.Beta)
	bs.AddMixed(&s.b2)

	proof.Ar.FromJacobian(&ar)
	proof.Bs.FromJacobian(&bs)
	proof.Krs.FromJacobian(&krs)
}
