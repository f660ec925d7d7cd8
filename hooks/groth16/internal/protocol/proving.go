package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// proving is a proof in the making, by the [proof.Steps] of Groth16.
type proving[P1, P2, E comparable] struct {
	*proof.Task[E]
	over        *Scheme[P1, P2, E]
	system      *system.System[E]
	key         *Key[P1, P2, E]
	attachment  *attachment[P1, P2, E]
	committer   *committer[P1, P2, E]
	site        site[P1, P2, E]
	replica     *replica[P1, P2, E] // the primary device's
	constraints *constraints[E]     // nil where the host computes A, B and C
	expected    bool                // constraints that were not sent yet, for a proof
	ahead       *engine.Follower[E] // sends wires while they are computed; nil where nothing does
	solution    *system.Solution[E] // until the proof is closed
	public      []E
	blinding    *blinding[E]
	knowledge   []P1 // proofs of knowledge of the commitments, before they are folded

	// Where there is no verifying key, disclosed are the values of the visible wires, and the
	// equation may be in the making.
	disclosed *disclosed[P1, P2, E]
	equations *equations[P1, P2, E]
	making    parallel.Tasks
	keyed     *keyedProof[P1, P2, E] // nil where gnark verifies alone, or without a key
	by        *proving[P1, P2, E]    // made the proof that is verified; nil if this one did
}

func (p *proving[P1, P2, E]) on(at site[P1, P2, E]) {
	p.site, p.replica = at, at.Primary()
	c := p.replica.knownConstraints(p.system, p.key.Domain.Len())
	p.expected = !p.Unproved && p.replica.OnDevice() && (c == nil || c.Expected())
	if c != nil && (p.expected || !c.Ready()) {
		c = nil
	}
	p.constraints = c
}

// Leave frees the wires that were sent ahead. Nothing sends wires then.
func (p *proving[P1, P2, E]) Leave() { keys.Leave(p.ahead) }

// Close waits for the equation, and for the MSMs over visible wires.
func (p *proving[P1, P2, E]) Close() {
	_ = p.making.Wait() // whoever needs the equation has the error
	p.disclosed.settle()
	p.solution = nil
}
