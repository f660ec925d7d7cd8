package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solve makes the first half of a proof, up to the system's solution: see package proof.
func (s *Scheme[P1, P2, E]) Solve(
	ccs, pk any, w witness.Witness, opts ...backend.ProverOption,
) (proof.Begun, error) {
	return proof.Begin(s, &proof.Task[E]{CCS: ccs, Key: pk, Witness: w}, opts)
}

// solved is half a proof of Groth16.
type solved[P1, P2, E comparable] = proof.Solved[*replica[P1, P2, E], E]

// steps are the steps of a proof of Groth16.
type steps[P1, P2, E comparable] = proof.Steps[*replica[P1, P2, E], E]

// Steps checks the inputs of a proof.
func (s *Scheme[P1, P2, E]) Steps(t *proof.Task[E]) (steps[P1, P2, E], error) {
	t.Field, t.ErrInvalidInput, t.ErrKeyMismatch = s.Field, ErrInvalidInput, ErrKeyMismatch
	if _, err := t.Values(); err != nil {
		return nil, err
	}
	sys, err := s.Provable(t.CCS)
	if err != nil {
		return nil, err
	}
	key := s.Key(t.Key)
	if key == nil {
		return nil, s.NoKey()
	}
	if err := checkKey(sys, key); err != nil {
		return nil, err
	}
	t.System, t.Elements = sys.Solver, sys.NbWires()
	p := &proving[P1, P2, E]{Task: t, over: s, system: sys, key: key}
	p.committer = p.newCommitter()
	return p, nil
}

// Lease takes a lease on the key. If the key is not loaded yet, that happens now.
func (p *proving[P1, P2, E]) Lease() (*keys.Key[*replica[P1, P2, E]], proof.Lease, error) {
	lease, err := p.acquire()
	if err != nil {
		return nil, nil, err
	}
	p.attachment = lease.Value
	return &p.attachment.Key, lease, nil
}

func (p *proving[P1, P2, E]) acquire() (*keys.Lease[*attachment[P1, P2, E]], error) {
	if p.OnCPU {
		return p.over.offline(p.Key)
	}
	if engine.Compiled && !p.over.Has(p.Key) {
		if err := p.besideLoading(); err != nil {
			return nil, err
		}
	}
	return p.over.Acquire(p.Key, p.Engine, nil)
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
	prepared, compared := p.prepare(), p.compare()
	defer prepared()
	defer compared()
	p.knowKey()
	if p.solution, err = p.find(); err != nil {
		return p.Withhold(err)
	}
	if err := p.leaveToGnark(); err != nil {
		return cmp.Or(compared(), err)
	}
	p.public = slices.Clone(p.solution.Wires[1:p.system.GetNbPublicVariables()])
	p.reveal(p.solution.Wires)
	p.know()
	if err := cmp.Or(prepared(), compared()); err != nil {
		return err
	}
	if p.expected {
		p.on(p.site)
		_ = p.complete() // Prove tries again, and asks gnark's solver if ours is wrong
	}
	p.blinding, err = draw(p.key.Domain.Field)
	return err
}

// prepare readies the idle device beside the solver. It prepares the wires, the constraints and the
// quotient. The returned function waits for that; it has to be called, and may be called again.
func (p *proving[P1, P2, E]) prepare() (wait func() error) {
	tasks, near := new(parallel.Tasks), p.site
	tasks.Go(func() error {
		err := near.prepare(p.key, p.system)
		if errors.Is(err, engine.ErrElsewhere) { // another device makes the proof
			return nil
		}
		return err
	})
	return tasks.Wait
}

// compare compares a key that nobody attached, beside the solver. It waits as prepare does.
func (p *proving[P1, P2, E]) compare() (wait func() error) {
	tasks := new(parallel.Tasks)
	tasks.Go(func() error { return p.attachment.compare(p.key, byDevice) })
	return tasks.Wait
}

// find returns the solution that the proof is made of. It may be consumed.
func (p *proving[P1, P2, E]) find() (*system.Solution[E], error) {
	if p.Given != nil {
		return p.useGiven()
	}
	return p.solve()
}

// complete computes A, B and C of the wires where neither the solution has them nor the device has
// the constraints. An error is [ErrInvalidSolution].
func (p *proving[P1, P2, E]) complete() error {
	if p.constraints != nil || p.solution.Rows[0] != nil {
		return nil
	}
	whole, err := system.SolutionOf(p.system, p.solution.Wires, p.key.Domain)
	if err == nil {
		p.solution.Rows = whole.Rows
	}
	return err
}

// solve has the witness solved. The first run sends the wires ahead if the constraints are on the
// device: vectors that stay there have their room first.
func (p *proving[P1, P2, E]) solve(opts ...solver.Option) (*system.Solution[E], error) {
	var ahead *engine.Follower[E]
	if p.constraints != nil && p.ahead == nil {
		var err error
		if p.ahead, err = p.site.follower(p.Context, p.key, p.system); err != nil {
			return nil, err
		}
		ahead = p.ahead
	}
	return p.Find(p.replica.engine, own.Input[E]{
		Commit: p.committer.commit, Options: opts, WiresOnly: p.constraints != nil || p.expected,
	}, ahead)
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
