// Package prover is gnark's PLONK over one curve, in gnark's types of the curve, once for all
// curves. What needs these types by name is in a table for each curve: [Gnark].
//
// Systems, solutions, reference strings, verifying keys and proofs of gnark's come and go as any,
// since they have no type that all curves share. Nil is an argument like any other.
package prover

import (
	"context"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/reading"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
)

// Prover is the prover over one curve, with all keys that were attached or proved with.
type Prover[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Gnark[K, P1, P2, E]
	scheme *protocol.Scheme[K, P1, E, S]
}

// Gnark is what a prover needs of gnark's types of one curve, with proving keys K.
type Gnark[K, P1, P2, E any] struct {
	protocol.Curve[P1, E]
	G2 *algebra.Group[P2, E]

	// Key returns a key in the form that generic code takes.
	Key func(*K) *protocol.Key[P1, E]
	// Parts returns an empty key, and where the parts of its file go.
	Parts func() (*K, *reading.Key)
	// SetVersion makes a key one of gnark's current version, if it has versions.
	SetVersion func(*K) error
	// SRS returns the points of a reference string: nil for a nil one, and false for what is none
	// over the curve.
	SRS func(srs any) (points *[]P1, ok bool)
	// NewKey returns a key without its commitments. Commit sets them, and returns its verifying
	// key.
	NewKey func(*NewKey[E]) *K
	Commit func(pk *K, to *protocol.VerifyingKey[P1, E]) (vk any)

	// System returns nil for a nil system, and false for what is no system over the curve.
	System func(ccs any) (sys *system.System[E], ok bool)
	// Recheck compares our solver with gnark's.
	Recheck func(ctx context.Context, ccs any, w witness.Witness,
		commit func([]E) (E, error), opts ...solver.Option) error
	// Solution returns nil for a nil solution, and false for what is none over the curve.
	Solution func(solution any) (s *system.Solution[E], ok bool)

	// Proof returns gnark's proof, which Destroy overwrites.
	Proof   func(*protocol.Proof[P1, E]) any
	Destroy func(proof any)
	// Prove and Verify are gnark's.
	Prove  func(ccs any, pk *K, w witness.Witness, opts ...backend.ProverOption) (any, error)
	Verify func(proof any, pk *K, public []E, opts ...backend.VerifierOption) error
}

// New returns the prover over a curve.
func New[S algebra.Scalar[E], K any, P1, P2, E comparable](
	g *Gnark[K, P1, P2, E],
) *Prover[K, P1, P2, E, S] {
	return &Prover[K, P1, P2, E, S]{
		Gnark:  g,
		scheme: &protocol.Scheme[K, P1, E, S]{Curve: g.Curve, Key: g.Key},
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

// Release frees what was loaded for a key: at once, or after the last proof that uses it. Points
// that other keys use stay. It is no error if there is nothing. A later proof attaches the key
// again.
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

// PlanOf is Plan for a circuit of these sizes.
func (p *Prover[K, P1, P2, E, S]) PlanOf(
	z system.Sizes, r *accel.DryRun,
) (*accel.MemoryPlan, error) {
	plan, err := p.scheme.Plan(z, r)
	if err != nil {
		return nil, err
	}
	plan.Making = []accel.PlannedMaking{
		p.scheme.PlanSetup(z, r.DryRun), reading.Plan(p.G1, z, r.DryRun),
	}
	return plan, nil
}
