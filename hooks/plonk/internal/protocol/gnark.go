package protocol

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Gnark has the functions of gnark's types of one curve.
//
// Systems, solutions, keys and proofs of gnark's come and go as any, since they have no type that
// all curves share.
type Gnark[P, E any] struct {
	Curve[P, E]
	KeyType keys.Type
	// Key returns a key in the form that generic code takes. It returns nil for anything but a
	// proving key over the curve.
	Key func(pk any) *Key[P, E]
	// System returns nil for a nil system, and false for anything but a system over the curve.
	System func(ccs any) (sys *system.System[E], ok bool)
	// Solver is the scalar field as the solver takes it.
	Solver *solver.Field[E]
	// Proof returns gnark's proof, which Destroy zeroes.
	Proof   func(*Proof[P, E]) any
	Destroy func(proof any)
	// Prove and Verify are gnark's.
	Prove  func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (any, error)
	Verify func(proof, pk any, public []E, opts ...backend.VerifierOption) error
	// Pairs says whether e(of[0], g₂) · e(of[1], [τ]) = 1, over the key's reference string.
	Pairs func(pk any, of [2]P) (bool, error)
}

// Serves reports whether a constraint system or a proving key is over the curve.
func (g *Gnark[P, E]) Serves(object any) bool {
	_, isSystem := g.System(object)
	return isSystem || g.KeyType.Is(object)
}

// SystemOf returns the part of a system that all curves share. It returns nil for a nil system.
func (g *Gnark[P, E]) SystemOf(ccs any) *constraint.System {
	if sys, _ := g.System(ccs); sys != nil {
		return sys.System
	}
	return nil
}
