package protocol

import (
	"fmt"
	exectrace "runtime/trace"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// proving is a proof in the making, by the [proof.Steps] of PLONK.
type proving[P, E comparable] struct {
	prover[P, E]
	over  *Scheme[P, E]
	task  *exectrace.Task
	begun *begun[E] // with which each place begins
}

// Lease takes a lease on the key. The system is translated while the key is loaded.
func (s *proving[P, E]) Lease() (*keys.Key[*replica[P, E]], proof.Lease, error) {
	if engine.Compiled && len(s.SolverOpts) == 0 && !s.over.Has(s.Key) {
		go s.system.Prepare(nil)
	}
	lease, err := s.over.Acquire(s.Key, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	s.accelerator = lease.Value
	return &s.accelerator.Key, lease, nil
}

// Begin draws the randomness of the proof, but for that of the commitments.
func (s *proving[P, E]) Begin() (err error) {
	s.committer = s.newCommitter()
	s.blinding, err = draw(s.over.Field, s.StatisticalZK)
	return err
}

// newCommitter returns the committer for a solution of the witness.
func (s *proving[P, E]) newCommitter() *committer[P, E] {
	return newCommitter(s.system.Commitments(), len(s.key.Lagrange), s.system.Rows(), s.accelerator,
		s.HashToFieldFn)
}

// Solve finds the solution, or takes it. It waits for the trace.
func (s *proving[P, E]) Solve(at *group.Team[*replica[P, E]]) error {
	s.replica = at.Primary()
	prepared := s.prepare()
	defer prepared()
	all := []step{{"solver", s.solve}, {"trace", prepared}}
	if s.Witness == nil {
		all = []step{{"solution", s.take}, {"trace", prepared}, {"check", s.checkValues}}
	}
	err := s.run(all)
	s.begun = s.beforeRounds()
	return err
}

// prepare finds the trace, or computes it, beside the solver. The solver leaves the device idle,
// and most processors too. wait waits for that. It has to be called, and may be called again.
func (p *prover[P, E]) prepare() (wait func() error) {
	tasks, near := new(parallel.Tasks), p.replica
	tasks.Go(func() (err error) {
		p.trace, err = p.accelerator.ready(near, p.system, p.key)
		return err
	})
	return tasks.Wait
}

func (p *prover[P, E]) solve() error {
	p.ahead = p.replica.follower(p.ctx, p.key)
	solution, err := p.Find(p.replica.engine, own.Input[E]{
		Commit: p.committer.commit, WiresOnly: true,
	}, p.ahead)
	if err != nil {
		return p.Withhold(err)
	}
	p.wires, p.values = solution.Wires, solution.Rows
	p.proof.Commitments = p.committer.points
	if p.wires != nil {
		return nil
	}
	for _, values := range p.values {
		if n := len(p.key.Lagrange); len(values) != n {
			return fmt.Errorf("%w: the solver gave %d rows, expected %d",
				ErrKeyMismatch, len(values), n)
		}
	}
	return nil
}

// Prove makes the proof on a device. On a second one it begins anew.
func (s *proving[P, E]) Prove(at *group.Team[*replica[P, E]]) (any, error) {
	if s.device != nil {
		s.leaveDevice()
		s.restart(s.begun)
	}
	s.replica = at.Primary()
	var err error
	if s.device, err = s.replica.begin(s.ctx, s.trace, s.ahead); err != nil {
		return nil, err
	}
	if err := s.prove(); err != nil {
		return nil, err
	}
	return s.over.Proof(s.proof), nil
}

// Leave frees the proof's memory on the device.
func (s *proving[P, E]) Leave() { s.leaveDevice() }

// Close ends the trace's task.
func (s *proving[P, E]) Close() { s.task.End() }
