// Package prover is gnark's PLONK over one curve, in gnark's types. It is written once for all
// curves: proofs by package protocol, and keys. The code that needs these types by name is in two
// tables for each curve: [protocol.Gnark] and [Keys].
package prover

import (
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Prover is the prover over one curve. It has all keys that were attached or proved with.
type Prover[P1, P2, E comparable] struct {
	*protocol.Scheme[P1, E]
	keys *Keys[P1, P2, E]
}

// Keys has the functions that make and read gnark's keys of one curve.
type Keys[P1, P2, E any] struct {
	// OnG2 returns the group on the engine of a device.
	OnG2 func(*engine.Engine) *engine.Group[P2, E]
	// SRS returns the points of a reference string: nil for a nil one, and false for anything but
	// one over the curve.
	SRS func(srs any) (points *[]P1, ok bool)
	// New returns an empty key that verifies by a reference string, which may be nil.
	New func(srs any) (pk any)
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
		p.PlanSetup(z, r.DryRun), planReading(p.OnG1, z, r.DryRun),
	}
	return plan, nil
}
