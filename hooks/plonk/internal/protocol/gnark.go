package protocol

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
)

// Gnark has the functions of gnark's types of one curve.
type Gnark[P, E any] struct {
	Curve[P, E]
	proof.Types[E]
	// Fields returns nil for anything but a proving key over the curve.
	Fields func(pk any) *Fields[P, E]
	// Proof returns gnark's proof, which Destroy zeroes.
	Proof   func(*Proof[P, E]) any
	Destroy func(proof any)
	// Prove and Verify are gnark's.
	Prove  func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (any, error)
	Verify func(proof, pk any, public []E, opts ...backend.VerifierOption) error
	// Pairs says whether e(of[0], g₂) · e(of[1], [τ]) = 1, over the key's reference string.
	Pairs func(pk any, of [2]P) (bool, error)
}

// Provable returns a constraint system of gnark's. It refuses one that PLONK does not prove.
func (g *Gnark[P, E]) Provable(ccs any) (*system.System[E], error) {
	s, _ := g.System(ccs)
	return system.Of(s)
}
