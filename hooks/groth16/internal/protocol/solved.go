package protocol

import (
	"context"
	"errors"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solved is a proof that is half made. The witness is solved and committed to, and the device's
// work is left. It has to be closed. One goroutine at a time may use it.
type Solved[P1, P2, E comparable] struct {
	prover[P1, P2, E]
	over       *Scheme[P1, P2, E]
	ccs        any // gnark's system
	pk         any // gnark's key
	origin     origin[E]
	config     *settings.Settings
	arrived    engine.Arrival
	attachment *attachment[P1, P2, E]
	lease      *keycache.Lease[*attachment[P1, P2, E]]
	place      *group.Reservation[*replica[P1, P2, E]]
	solution   *system.Solution[E] // nil once it is consumed
	gnarks     *Proof[P1, P2]      // made by gnark from end to end; or nil
	public     []E
	// Where there is no verifying key, disclosed are the values of the visible wires, and the
	// equation may be in the making.
	disclosed *disclosed[P1, P2, E]
	equations *equations[P1, P2, E]
	making    parallel.Tasks
	keyed     *keyedProof[P1, P2, E] // nil where gnark verifies alone, or without a key
	by        *Solved[P1, P2, E]     // made the proof that is verified; nil if this one did

	onDevice           bool // the proof was made there
	took, verification time.Duration
}

// origin is the input of a proof: a witness, or a solution that its caller keeps.
type origin[E any] struct {
	witness  witness.Witness
	solution *system.Solution[E]
}

type prover[P1, P2, E comparable] struct {
	ctx         context.Context
	system      *system.System[E]
	key         *Key[P1, P2, E]
	constraints *constraints[E] // nil where the host computes A, B and C
	site        site[P1, P2, E]
	replica     *replica[P1, P2, E] // the primary device's
	committer   *committer[P1, P2, E]
	blinding    *blinding[E]
	solver      own.Name // which one ran
	release     func()   // gives the solution's memory back; nothing may use it then

	// ahead sends the wires to the site while they are computed; nil where nothing does.
	ahead *engine.Follower[E]

	// withGnark has gnark solve the witness; nil for a solution that was given.
	withGnark func() (*system.Solution[E], error)

	// knowledge are the proofs of knowledge of the commitments, before they are folded.
	knowledge []P1
}

// prepare readies the idle device beside the solver. It prepares the wires, the constraints and the
// quotient. A key that nobody attached is compared meanwhile. The returned function waits for that;
// it has to be called, and may be called again.
func (s *Solved[P1, P2, E]) prepare() (wait func() error) {
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
		return s.attachment.compare(&comparison[P1, P2, E]{pk: s.key, in: s.over.fileOf(s.pk)})
	})
	return tasks.Wait
}

func (p *prover[P1, P2, E]) on(at site[P1, P2, E]) {
	p.site, p.replica = at, at.Primary()
	p.constraints = p.replica.readyConstraints(p.system, p.key.Domain.Len())
}

// verifyingKey returns the key that the options gave, or else [Scheme.Attach]; nil if neither did.
func (s *Solved[P1, P2, E]) verifyingKey() any {
	if s.config.VerifyingKey != nil {
		return s.config.VerifyingKey
	}
	return s.attachment.verifyingKey.Load()
}

// keyless says whether the proof is verified, and has no verifying key for that.
func (s *Solved[P1, P2, E]) keyless() bool {
	return !s.config.Unverified && s.verifyingKey() == nil
}

// newCommitter returns the committer for a solution of the witness.
func (s *Solved[P1, P2, E]) newCommitter() *committer[P1, P2, E] {
	commit := func(i int, values []E) (P1, error) { return s.attachment.commit(i, values) }
	return newCommitter(
		s.system.Commitments(), s.key.Commitments, &s.over.Curve, commit, s.config.HashToFieldFn)
}

// takeOut takes the solution out. It serves no proof then. release gives its memory back.
func (s *Solved[P1, P2, E]) takeOut() (solution *system.Solution[E], release func(), err error) {
	solution, s.solution = s.solution, nil
	if solution.Rows[0] == nil {
		solution, err = system.SolutionOf(s.system, solution.Wires, &s.key.Domain.Domain)
	}
	if err != nil {
		solution, err = s.withGnark()
	}
	return solution, s.release, s.config.Withhold(err)
}

func (s *Solved[P1, P2, E]) done() {
	event := attached.Done(
		s.system.System, backend.GROTH16, s.replica.Field.Curve, s.onDevice, s.solver)
	if s.verification > 0 {
		event.Dur("verification", s.verification)
	}
	event.Dur("took", s.took).Msg("prover done")
}

// Close releases the proof's lease on its attached key, and the memory of its solution. The proof
// may have been made or not. All that has begun beside it has ended then.
func (s *Solved[P1, P2, E]) Close() {
	if s.lease != nil {
		defer attached.End(&s.pk, s.lease)
	}
	attached.Leave(s.ahead)
	s.place.End()
	_ = s.making.Wait() // whoever needs the equation has the error
	s.disclosed.settle()
	if s.solution != nil {
		s.release()
	}
}
