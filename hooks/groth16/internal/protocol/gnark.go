package protocol

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Gnark has the functions of gnark's types of one curve.
//
// Systems, solutions, keys and proofs of gnark's come and go as any, since they have no type that
// all curves share.
type Gnark[P1, P2, E any] struct {
	Curve[P1, P2, E]
	KeyType keys.Type
	// Key returns a key in the form that generic code takes. It returns nil for anything but a
	// proving key over the curve.
	Key func(pk any) *Key[P1, P2, E]
	// VerifyingKey returns nil for anything but a verifying key over the curve.
	VerifyingKey func(vk any) *VerifyingKey[P1, P2]
	// System returns nil for a nil system, and false for anything but a system over the curve.
	System func(ccs any) (sys *system.System[E], ok bool)
	// Solver is the scalar field as the solver takes it.
	Solver *solver.Field[E]
	// Proof returns gnark's proof, in the same memory. GenericProof is its inverse.
	Proof        func(*Proof[P1, P2]) any
	GenericProof func(proof any) *Proof[P1, P2]
	// Prove and Verify are gnark's.
	Prove func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (
		*Proof[P1, P2], error)
	Verify func(proof *Proof[P1, P2], vk any, public []E, opts ...backend.VerifierOption) error
}

// VerifyingKey has the parts of gnark's verifying key that verify proofs without commitments.
type VerifyingKey[P1, P2 any] struct {
	Alpha              P1
	Beta, Gamma, Delta P2
	K                  []P1 // of the public wires, then of the wires that hold commitments
	Commitments        int
}

// SystemOf returns the part of a system that all curves share. It returns nil for a nil system.
func (g *Gnark[P1, P2, E]) SystemOf(ccs any) *constraint.System {
	if sys, _ := g.System(ccs); sys != nil {
		return sys.System
	}
	return nil
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
