package protocol

import (
	"context"
	"fmt"
	exectrace "runtime/trace"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// proving is a proof in the making, by the [proof.Steps] of PLONK.
type proving[P, E comparable] struct {
	*proof.Task[E]
	over         *Scheme[P, E]
	task         *exectrace.Task
	ctx          context.Context // with the execution trace's task
	system       *system.System[E]
	key          *Key[P, E]
	attachment   *attachment[P, E]
	trace        *trace[P, E]
	public       []E
	paddingValue E              // the value of L, R and O where there is no constraint
	replica      *replica[P, E] // where the proof is made
	committer    *committer[P, E]
	blinding     *blinding[E]
	begun        *begun[E] // with which each place begins
	transcript   *system.Transcript[P, E]
	proof        *Proof[P, E]
	rounds       []proof.Round

	// device has the polynomials as long as it does not fail; the host starts from values then.
	device *device.Proof[E]
	ahead  *engine.Follower[E] // sends wires to the device while they are computed; or nil
	wires  []E                 // by number; nil where values are known instead
	values [3][]E              // of L, R and O on H; see [proving.lro]

	attempt[P, E]
}

// attempt is set by the rounds. Each reads fields that earlier ones have set. On another device
// the rounds begin with an empty attempt.
type attempt[P, E any] struct {
	gathering sync.Once // of values from wires

	// The polynomials by their coefficients; nil while only the device has them.
	l, r, o    []E    // blinded
	qk         []E    // complete
	pi         [][]E  // the polynomials committed to by BSB22
	zValues    []E    // of Z on H
	z          []E    // blinded
	shards     [3][]E // of the quotient, not blinded
	divided    []E    // the quotient of Z by X − ωζ
	linearised []E

	openingOfZ commitments[P] // under way

	gamma, beta, alpha, zeta E

	evaluations device.Values[E] // at ζ

	check *check[P, E] // of the proof; nil where gnark's verifier is alone
}

// Lease takes a lease on the key. The system is translated while the key is loaded.
func (p *proving[P, E]) Lease() (*keys.Key[*replica[P, E]], proof.Lease, error) {
	if engine.Compiled && len(p.SolverOpts) == 0 && !p.over.Has(p.Key) {
		go p.system.Prepare(nil)
	}
	lease, err := p.over.Acquire(p.Key, p.Engine, nil)
	if err != nil {
		return nil, nil, err
	}
	p.attachment = lease.Value
	return &p.attachment.Key, lease, nil
}

// Begin draws the randomness of the proof, but for that of the commitments.
func (p *proving[P, E]) Begin() (err error) {
	p.committer = p.newCommitter()
	p.blinding, err = draw(p.over.Field, p.StatisticalZK)
	return err
}

// Solve finds the solution, or takes it. It waits for the trace.
func (p *proving[P, E]) Solve(at *group.Team[*replica[P, E]]) error {
	p.replica = at.Primary()
	prepared := p.prepare()
	defer prepared()
	all := []step{{"solver", p.solve}, {"trace", prepared}}
	if p.Witness == nil {
		all = []step{{"solution", p.useGiven}, {"trace", prepared}, {"check", p.checkValues}}
	}
	err := p.run(all)
	p.begun = p.beforeRounds()
	return err
}

// prepare finds the trace, or computes it, beside the solver. The solver leaves the device idle,
// and most processors too. wait waits for that. It has to be called, and may be called again.
func (p *proving[P, E]) prepare() (wait func() error) {
	tasks, near := new(parallel.Tasks), p.replica
	tasks.Go(func() (err error) {
		p.trace, err = p.attachment.ready(near, p.system, p.key)
		return err
	})
	return tasks.Wait
}

func (p *proving[P, E]) solve() error {
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
func (p *proving[P, E]) Prove(at *group.Team[*replica[P, E]]) (any, error) {
	if p.device != nil {
		p.Leave()
		p.restart(p.begun)
	}
	p.replica = at.Primary()
	var err error
	if p.device, err = p.replica.begin(p.ctx, p.trace, p.ahead); err != nil {
		return nil, err
	}
	if err := p.prove(); err != nil {
		return nil, err
	}
	return p.over.Proof(p.proof), nil
}

// Leave frees the proof's memory on the device.
func (p *proving[P, E]) Leave() {
	if p.device != nil {
		keys.Leave(p.device)
	}
	keys.Leave(p.ahead)
}

// Close ends the trace's task.
func (p *proving[P, E]) Close() { p.task.End() }
