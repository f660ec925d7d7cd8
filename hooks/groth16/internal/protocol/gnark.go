package protocol

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Gnark has the functions of gnark's types of one curve.
type Gnark[P1, P2, E any] struct {
	Curve[P1, P2, E]
	proof.Types[E]
	// Key returns a key in the form that generic code takes. It returns nil for anything but a
	// proving key over the curve.
	Key func(pk any) *Key[P1, P2, E]
	// VerifyingKey returns nil for anything but a verifying key over the curve.
	VerifyingKey func(vk any) *VerifyingKey[P1, P2]
	// Proof returns gnark's proof, in the same memory. GenericProof is its inverse.
	Proof        func(*Proof[P1, P2]) any
	GenericProof func(proof any) *Proof[P1, P2]
	// Prove and Verify are gnark's.
	Prove  func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (any, error)
	Verify func(proof *Proof[P1, P2], vk any, public []E, opts ...backend.VerifierOption) error
}

// VerifyingKey has the parts of gnark's verifying key that verify proofs.
type VerifyingKey[P1, P2 any] struct {
	Alpha              P1
	Beta, Gamma, Delta P2
	K                  []P1 // of the public wires, then of the wires that hold commitments
	Commitments        []VerifyingCommitmentKey[P2]
	Committed          [][]int // public wires and commitments, of each commitment
}

// VerifyingCommitmentKey is the verifier's part of a key of Pedersen commitments.
type VerifyingCommitmentKey[P any] struct{ G, GSigmaNeg P }

// CommitmentKeysOf returns keys of gnark-crypto's type.
func CommitmentKeysOf[K ~struct{ Basis, BasisExpSigma []P }, P any](
	of []K,
) (all []CommitmentKey[P]) {
	for _, key := range of {
		all = append(all, CommitmentKey[P](key))
	}
	return all
}

// VerifyingCommitmentKeysOf returns keys of gnark-crypto's type.
func VerifyingCommitmentKeysOf[K ~struct{ G, GSigmaNeg P }, P any](
	of []K,
) (all []VerifyingCommitmentKey[P]) {
	for _, key := range of {
		all = append(all, VerifyingCommitmentKey[P](key))
	}
	return all
}

// Provable returns a constraint system of gnark's. It refuses one that Groth16 does not prove.
func (g *Gnark[P1, P2, E]) Provable(ccs any) (*system.System[E], error) {
	s, _ := g.System(ccs)
	return system.Of(s)
}

// Curve is the arithmetic of a scheme.
type Curve[P1, P2, E any] struct {
	Field *curve.Field[E]
	G1    *curve.Group[P1, E]
	G2    *curve.Group[P2, E]
	// Pairing is that of both groups.
	Pairing curve.Pairing[P1, P2]
	// OnG1 and OnG2 return the groups on the engine of a device.
	OnG1 func(*engine.Engine) *engine.Group[P1, E]
	OnG2 func(*engine.Engine) *engine.Group[P2, E]
}

func (c *Curve[P1, P2, E]) on(e *engine.Engine) *device.Curve[P1, P2, E] {
	g1 := c.OnG1(e)
	return &device.Curve[P1, P2, E]{
		Scalars: c.Field, Field: g1.Field(), G1: g1, G2: c.OnG2(e),
	}
}
