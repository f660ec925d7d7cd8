// Package prover is gnark's Groth16 over one curve, in gnark's types. It is written once for all
// curves: proofs by package protocol, and keys. The code that needs these types by name is in two
// tables for each curve: [protocol.Gnark] and [Keys].
package prover

import (
	"io"

	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Prover is the prover over one curve. It has all keys that were attached or proved with.
type Prover[P1, P2, E comparable] struct {
	*protocol.Scheme[P1, P2, E]
	keys *Keys[P1, P2, E]
}

// Keys has the functions that make and read gnark's keys of one curve.
type Keys[P1, P2, E any] struct {
	RandomOnG2 func() (P2, error)
	// Set is the inverse of Gnark.Key, but for the domain, which is read into Domain.
	Set    func(pk any, key *protocol.Key[P1, P2, E])
	Domain func(pk any) Domain
	// New returns the keys that a setup made for n constraints.
	New func(made *NewKeys[P1, P2, E], n int) (pk, vk any, err error)
}

// Domain is gnark-crypto's domain of a field's roots of unity.
type Domain interface {
	io.ReaderFrom
	io.WriterTo
}

// Plan is a dry run: it makes and loads the key of a system, and makes a proof.
func (p *Prover[P1, P2, E]) Plan(ccs any, r *group.DryRun) (*memory.Plan, error) {
	sys, err := p.Provable(ccs)
	if err != nil {
		return nil, err
	}
	z, err := system.SizesOf(sys)
	if err != nil {
		return nil, err
	}
	plan, err := p.PlanOf(z, r)
	if err != nil {
		return nil, err
	}
	plan.Making = []memory.Making{
		planSetup(&p.Curve, z, r.DryRun), planReading(&p.Curve, z, r.DryRun),
	}
	return plan, nil
}
