// Package prover is gnark's Groth16 over one curve, in gnark's types of the curve, once for all
// curves. What needs these types by name is in a table for each curve: [Gnark].
//
// Systems, solutions, verifying keys and proofs of gnark's come and go as any, since they have no
// type that all curves share. Nil is an argument like any other.
package prover

import (
	"context"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/reading"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/setup"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// Prover is the prover over one curve, with all keys that were attached or proved with.
type Prover[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Gnark[K, P1, P2, E]
	scheme *protocol.Scheme[K, P1, P2, E, S]
}

// Gnark is what a prover needs of gnark's types of one curve, with proving keys K.
type Gnark[K, P1, P2, E any] struct {
	protocol.Curve[P1, P2, E]
	RandomOnG2 func() (P2, error)

	// Key returns a key in the form that generic code takes. SetKey is its inverse, but for the
	// domain, which is read into Domain.
	Key    func(*K) *protocol.Key[P1, P2, E]
	SetKey func(*K, *protocol.Key[P1, P2, E])
	Domain func(*K) io.ReaderFrom
	// Keys returns the keys that a setup made for n constraints.
	Keys func(made *setup.Keys[P1, P2, E], n int) (pk *K, vk any, err error)
	// VerifyingKey returns nil for what is no verifying key over the curve.
	VerifyingKey func(vk any) *VerifyingKey[P1, P2]

	// System returns nil for a nil system, and false for what is no system over the curve.
	System func(ccs any) (sys *system.System[E], ok bool)
	// Recheck compares our solver with gnark's.
	Recheck func(ctx context.Context, ccs any, w witness.Witness,
		commit func([]E) (E, error), opts ...solver.Option) error
	// Solution returns nil for a nil solution, and false for what is none over the curve.
	// GnarkSolution is its inverse.
	Solution      func(solution any) (s *system.Solution[E], ok bool)
	GnarkSolution func(*system.Solution[E]) any

	// Proof returns gnark's proof, in the same memory. GenericProof is its inverse.
	Proof        func(*protocol.Proof[P1, P2]) any
	GenericProof func(proof any) *protocol.Proof[P1, P2]
	// Prove and Verify are gnark's.
	Prove func(ccs any, pk *K, w witness.Witness, opts ...backend.ProverOption) (
		*protocol.Proof[P1, P2], error)
	Verify func(proof *protocol.Proof[P1, P2], vk any, public []E,
		opts ...backend.VerifierOption) error
}

// VerifyingKey is what tells whether gnark's verifying key fits a system and a proving key.
type VerifyingKey[P1, P2 any] struct {
	Alpha       P1
	Beta, Delta P2
	Wires       int // that it is for: the public ones, and those that hold commitments
	Commitments int
}

// New returns the prover over a curve.
func New[S algebra.Scalar[E], K any, P1, P2, E comparable](
	g *Gnark[K, P1, P2, E],
) *Prover[K, P1, P2, E, S] {
	return &Prover[K, P1, P2, E, S]{
		Gnark:  g,
		scheme: &protocol.Scheme[K, P1, P2, E, S]{Curve: g.Curve, Key: g.Key},
	}
}

// Serves reports whether a constraint system or a proving key is over the curve.
func (p *Prover[K, P1, P2, E, S]) Serves(object any) bool {
	_, isSystem := p.System(object)
	_, isKey := object.(*K)
	return isSystem || isKey
}

// SystemOf returns what systems over all curves have in common, or nil for a nil system.
func (p *Prover[K, P1, P2, E, S]) SystemOf(ccs any) *constraint.System {
	if sys := p.system(ccs); sys != nil {
		return sys.System
	}
	return nil
}

func (p *Prover[K, P1, P2, E, S]) system(ccs any) *system.System[E] {
	sys, _ := p.System(ccs)
	return sys
}

// keyOf returns a key in its type, or nil.
func (p *Prover[K, P1, P2, E, S]) keyOf(pk any) *K {
	key, _ := pk.(*K)
	return key
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. It is
// no error if there is nothing. A later proof attaches the key again.
func (p *Prover[K, P1, P2, E, S]) Release(pk any) error { return p.scheme.Release(p.keyOf(pk)) }

// Devices returns the number of devices on which proofs with a key run at once, at least 1. A key
// that is not attached is attached to the default engine first.
func (p *Prover[K, P1, P2, E, S]) Devices(pk any) int { return p.scheme.Devices(p.keyOf(pk)) }

// Plan is a dry run of loading the key of a system, of making it, and of a proof with it.
func (p *Prover[K, P1, P2, E, S]) Plan(ccs any, r *accel.DryRun) (*accel.MemoryPlan, error) {
	z, err := system.SizesOf(p.system(ccs))
	if err != nil {
		return nil, err
	}
	return p.PlanOf(z, r)
}

// PlanOf is Plan for a key of these sizes.
func (p *Prover[K, P1, P2, E, S]) PlanOf(
	z system.Sizes, r *accel.DryRun,
) (*accel.MemoryPlan, error) {
	plan, err := p.scheme.Plan(z, r)
	if err != nil {
		return nil, err
	}
	plan.Making = []accel.PlannedMaking{
		setup.Plan(&p.Curve, z, r.DryRun), reading.Plan(&p.Curve, z, r.DryRun),
	}
	return plan, nil
}
