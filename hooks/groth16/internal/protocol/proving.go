package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// proving is a proof in the making, by the [proof.Steps] of Groth16.
type proving[P1, P2, E comparable] struct {
	prover[P1, P2, E]
	over       *Scheme[P1, P2, E]
	attachment *attachment[P1, P2, E]
	solution   *system.Solution[E] // until the proof is closed
	public     []E
	// Where there is no verifying key, disclosed are the values of the visible wires, and the
	// equation may be in the making.
	disclosed *disclosed[P1, P2, E]
	equations *equations[P1, P2, E]
	making    parallel.Tasks
	keyed     *keyedProof[P1, P2, E] // nil where gnark verifies alone, or without a key
	by        *proving[P1, P2, E]    // made the proof that is verified; nil if this one did
}

type prover[P1, P2, E comparable] struct {
	*proof.Task[E]
	system      *system.System[E]
	key         *Key[P1, P2, E]
	constraints *constraints[E] // nil where the host computes A, B and C
	site        site[P1, P2, E]
	replica     *replica[P1, P2, E] // the primary device's
	committer   *committer[P1, P2, E]
	blinding    *blinding[E]

	// ahead sends the wires to the site while they are computed; nil where nothing does.
	ahead *engine.Follower[E]

	// knowledge are the proofs of knowledge of the commitments, before they are folded.
	knowledge []P1
}

// Lease takes a lease on the key. If the key is not loaded yet, that happens now.
func (s *proving[P1, P2, E]) Lease() (*attached.Key[*replica[P1, P2, E]], proof.Lease, error) {
	acquire := s.over.acquire
	if s.OnCPU {
		acquire = s.over.offline
	} else if engine.Compiled && !s.over.has(s.Key) {
		if err := s.besideLoading(); err != nil {
			return nil, nil, err
		}
	}
	lease, err := acquire(s.Key, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	s.attachment = lease.Value
	return &s.attachment.Key, lease, nil
}

// besideLoading begins the work of a first proof that no device has a part in.
func (s *proving[P1, P2, E]) besideLoading() error {
	s.system.ReadAhead(s.key.Domain.Len())
	if len(s.SolverOpts) == 0 {
		go s.system.Prepare(nil)
	}
	if !s.Unverified && s.VerifyingKey == nil {
		return s.disclose()
	}
	return nil
}

// Begin begins to make the equation where there is no verifying key. A small system without an
// equation is left to gnark now.
func (s *proving[P1, P2, E]) Begin() error {
	if !s.keyless() {
		return nil
	}
	if err := s.disclose(); err != nil || !s.knownSoon() {
		return err
	}
	return s.leaveToGnark()
}

// Solve finds the solution, and draws the randomness of the proof.
func (s *proving[P1, P2, E]) Solve(at *group.Team[*replica[P1, P2, E]]) (err error) {
	s.on(site[P1, P2, E]{at})
	prepared := s.prepare()
	defer prepared()
	if s.solution, err = s.find(); err != nil {
		return s.Withhold(err)
	}
	if err := s.leaveToGnark(); err != nil {
		return err
	}
	s.public = slices.Clone(s.solution.Wires[1:s.system.GetNbPublicVariables()])
	s.reveal(s.solution.Wires)
	s.know()
	if err := prepared(); err != nil {
		return err
	}
	s.blinding, err = draw(s.key.Domain.Field)
	return err
}

// prepare readies the idle device beside the solver. It prepares the wires, the constraints and the
// quotient. A key that nobody attached is compared meanwhile. The returned function waits for that;
// it has to be called, and may be called again.
func (s *proving[P1, P2, E]) prepare() (wait func() error) {
	tasks, near := new(parallel.Tasks), s.site
	tasks.Go(func() error {
		err := near.prepare(s.key, s.system)
		if errors.Is(err, engine.ErrElsewhere) { // another device makes the proof
			return nil
		}
		return err
	})
	tasks.Go(func() error {
		if s.attachment.hasCompared() {
			return nil
		}
		return s.attachment.compare(&comparison[P1, P2, E]{pk: s.key, in: s.over.fileOf(s.Key)})
	})
	return tasks.Wait
}

func (p *prover[P1, P2, E]) on(at site[P1, P2, E]) {
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

// newCommitter returns the committer for a solution of the witness.
func (s *proving[P1, P2, E]) newCommitter() *committer[P1, P2, E] {
	commit := func(i int, values []E) (P1, error) { return s.attachment.commit(i, values) }
	return newCommitter(
		s.system.Commitments(), s.key.Commitments, &s.over.Curve, commit, s.HashToFieldFn)
}

// sumOnCPU is a commitment that no proof has.
func (p *prover[P1, P2, E]) sumOnCPU(i int, values []E) (sum P1, err error) {
	key := p.key.Commitments[i]
	_, err = p.committer.curve.G1.MultiExp(&sum, key.Basis, values, ecc.MultiExpConfig{})
	return sum, err
}

// takeOut takes the solution out. It serves no proof then.
func (s *proving[P1, P2, E]) takeOut() (solution *system.Solution[E], err error) {
	solution = s.solution
	if solution.Rows[0] == nil {
		solution, err = system.SolutionOf(s.system, solution.Wires, &s.key.Domain.Domain)
	}
	if err != nil {
		solution, err = s.solve(own.WithGnark())
	}
	return solution, s.Withhold(err)
}

// Close waits for all that has begun beside the proof. Nothing sends wires then.
func (s *proving[P1, P2, E]) Close() {
	attached.Leave(s.ahead)
	_ = s.making.Wait() // whoever needs the equation has the error
	s.disclosed.settle()
	s.solution = nil
}
