package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
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

// Lease takes a lease on the key. If the key is not loaded yet, that happens now.
func (p *proving[P1, P2, E]) Lease() (*keys.Key[*replica[P1, P2, E]], proof.Lease, error) {
	acquire := p.over.Acquire
	if p.OnCPU {
		acquire = p.over.offline
	} else if engine.Compiled && !p.over.Has(p.Key) {
		if err := p.besideLoading(); err != nil {
			return nil, nil, err
		}
	}
	lease, err := acquire(p.Key, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	p.attachment = lease.Value
	return &p.attachment.Key, lease, nil
}

// besideLoading begins the work of a first proof that no device has a part in.
func (p *proving[P1, P2, E]) besideLoading() error {
	p.system.ReadAhead(p.key.Domain.Len())
	if len(p.SolverOpts) == 0 {
		go p.system.Prepare(nil)
	}
	if !p.Unverified && p.VerifyingKey == nil {
		return p.disclose()
	}
	return nil
}

// Begin begins to make the equation where there is no verifying key. A small system without an
// equation is left to gnark now.
func (p *proving[P1, P2, E]) Begin() error {
	if !p.keyless() {
		return nil
	}
	if err := p.disclose(); err != nil || !p.knownSoon() {
		return err
	}
	return p.leaveToGnark()
}

// Solve finds the solution, and draws the randomness of the proof.
func (p *proving[P1, P2, E]) Solve(at *group.Team[*replica[P1, P2, E]]) (err error) {
	p.on(site[P1, P2, E]{at})
	prepared := p.prepare()
	defer prepared()
	if p.solution, err = p.find(); err != nil {
		return p.Withhold(err)
	}
	if err := p.leaveToGnark(); err != nil {
		return err
	}
	p.public = slices.Clone(p.solution.Wires[1:p.system.GetNbPublicVariables()])
	p.reveal(p.solution.Wires)
	p.know()
	if err := prepared(); err != nil {
		return err
	}
	p.blinding, err = draw(p.key.Domain.Field)
	return err
}

// prepare readies the idle device beside the solver. It prepares the wires, the constraints and the
// quotient. A key that nobody attached is compared meanwhile. The returned function waits for that;
// it has to be called, and may be called again.
func (p *proving[P1, P2, E]) prepare() (wait func() error) {
	tasks, near := new(parallel.Tasks), p.site
	tasks.Go(func() error {
		err := near.prepare(p.key, p.system)
		if errors.Is(err, engine.ErrElsewhere) { // another device makes the proof
			return nil
		}
		return err
	})
	tasks.Go(func() error { return p.attachment.compare(p.key, false) })
	return tasks.Wait
}

func (p *proving[P1, P2, E]) on(at site[P1, P2, E]) {
	p.site, p.replica = at, at.Primary()
	p.constraints = p.replica.readyConstraints(p.system, p.key.Domain.Len())
}

type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any](f *curve.Field[E]) (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := f.SetRandom(scalar); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}

// takeOut takes the solution out. It serves no proof then.
func (p *proving[P1, P2, E]) takeOut() (solution *system.Solution[E], err error) {
	solution = p.solution
	if solution.Rows[0] == nil {
		solution, err = system.SolutionOf(p.system, solution.Wires, p.key.Domain)
	}
	if err != nil {
		solution, err = p.solve(own.WithGnark())
	}
	return solution, p.Withhold(err)
}

// Leave frees the wires that were sent ahead. Nothing sends wires then.
func (p *proving[P1, P2, E]) Leave() { keys.Leave(p.ahead) }

// Close waits for the equation, and for the MSMs over visible wires.
func (p *proving[P1, P2, E]) Close() {
	_ = p.making.Wait() // whoever needs the equation has the error
	p.disclosed.settle()
	p.solution = nil
}
