package protocol

import (
	"fmt"
	exectrace "runtime/trace"
	"slices"
	"sync"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/times"
)

// Solved is a proof that is half made. The witness is solved and committed to, and the rounds of
// the protocol are left, the device's work. It has to be closed. One goroutine at a time may use
// it.
type Solved[K any, P, E comparable] struct {
	prover[P, E]
	over       *Scheme[K, P, E]
	ccs        any             // gnark's system
	pk         *K              // gnark's key
	witness    witness.Witness // nil if the proof is made from a solution
	attachment *attachment[P, E]
	lease      *keycache.Lease[*attachment[P, E]]
	place      *group.Reservation[*replica[P, E]]
	task       *exectrace.Task
	arrived    engine.Arrival
	gnarks     any           // the proof, made by gnark from end to end; or nil
	onDevice   bool          // the proof was made there
	took       time.Duration // without the verification
	proved     bool          // or begun to
}

// Solve makes the first half of a proof, up to the system's solution. It draws all randomness.
// [Solved.Prove] is the second half.
func (s *Scheme[K, P, E]) Solve(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	sys, _ := s.System(ccs)
	if err := sys.Check(); err != nil {
		return nil, err
	}
	values, err := s.Field.Witness(fullWitness, ErrInvalidInput)
	if err != nil {
		return nil, err
	}
	steps := func(p *Solved[K, P, E], prepared func() error) []step {
		p.public = values[:min(len(values), len(sys.Public))]
		if len(values) > 0 {
			p.paddingValue = values[0]
		}
		return []step{
			{"solver", func() error { return p.config.Withhold(p.solve(fullWitness)) }},
			{"trace", prepared},
		}
	}
	return s.begin(ccs, pk, fullWitness, opts, steps)
}

// Take is Solve for a solution that was found before, without commitments. The solution is checked:
// see [prover.take].
func (s *Scheme[K, P, E]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	given, ok := s.Solution(solution)
	if !ok {
		return nil, fmt.Errorf("%w: a %T, expected a *cs.SparseR1CSSolution",
			ErrInvalidSolution, solution)
	}
	steps := func(p *Solved[K, P, E], prepared func() error) []step {
		return []step{
			{"solution", func() error { return p.take(given) }},
			{"trace", prepared},
			{"check", p.checkValues},
		}
	}
	return s.begin(ccs, pk, nil, opts, steps)
}

// begin makes half a proof. The steps find its solution and wait for the trace. It makes a whole
// one of a witness, which may be nil, where gnark is to prove it.
func (s *Scheme[K, P, E]) begin(
	ccs, of any, w witness.Witness, opts []backend.ProverOption,
	steps func(p *Solved[K, P, E], prepared func() error) []step,
) (solved provestream.Solved[any], err error) {
	sys, _ := s.System(ccs)
	pk := s.KeyOf(of)
	if pk == nil {
		return nil, errNoKey()
	}
	key := s.Key(pk)
	if err := checkKey(sys, key); err != nil {
		return nil, err
	}
	config, err := settings.Read(opts...)
	if err != nil {
		return nil, err
	}
	defer func() { err = config.Cause(err) }()
	if engine.Compiled && len(config.SolverOpts) == 0 && !s.Has(pk) {
		go sys.Prepare(nil) // while the key is loaded
	}
	arrived := engine.Arrive()
	lease, err := s.Acquire(pk, nil, nil)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	ctx, task := exectrace.NewTask(config.Context, "plonk.Prove")
	p := &Solved[K, P, E]{
		over: s, ccs: ccs, pk: pk, witness: w, attachment: lease.Value, lease: lease, task: task,
		arrived: arrived,
		prover: prover[P, E]{
			ctx: ctx, config: config, system: sys, key: key,
			accelerator: lease.Value,
			transcript:  relation.NewTranscript[P, E](s.G1, config.ChallengeHash),
			proof:       new(Proof[P, E]),
			release:     func() {},
		},
	}
	defer func() {
		if solved == nil {
			p.Close()
		}
	}()
	if w != nil && p.isGnarks() {
		if err := p.proveByGnark(); err != nil {
			return nil, err
		}
		return p, nil
	}
	if p.blinding, err = draw(s.Field.Scalars, config.StatisticalZK); err != nil {
		return nil, err
	}
	p.committer = p.newCommitter()
	if p.place, err = lease.Value.Reserve(config.Streamed); err != nil {
		return nil, err
	}
	p.replica = p.place.At.Primary()
	p.replica.engine.CountProof(lease.Value.way.Ours())
	prepared := p.prepare(lease.Value)
	defer prepared()
	if err := p.run(steps(p, prepared)); err != nil {
		return nil, err
	}
	p.took = time.Since(start)
	return p, nil
}

// Prove makes the proof, which [Solved.Verified] is to verify. It consumes the solution: a second
// call fails.
func (s *Solved[K, P, E]) Prove() (any, error) {
	if s.proved {
		return nil, fmt.Errorf("%w: a solution serves one proof", ErrInvalidInput)
	}
	s.proved = true
	if s.gnarks != nil {
		return s.gnarks, nil
	}
	start := time.Now()
	err := s.proveOnDevice()
	s.release()
	if err != nil {
		return nil, s.config.Cause(err)
	}
	s.took, s.onDevice = s.took+time.Since(start), s.replica.OnDevice()
	return s.over.Proof(s.proof), nil
}

// isGnarks says whether gnark makes the whole proof, since that takes the shortest time. gnark does
// not where there are several commitments: its hints use one hash function at once.
func (s *Solved[K, P, E]) isGnarks() bool {
	return s.attachment.way == times.ByGnark && len(s.system.Commitments()) <= 1
}

// proveByGnark has gnark make the whole proof, and log that it is done. Nobody verifies it then.
func (s *Solved[K, P, E]) proveByGnark() error {
	return s.attachment.ByGnark(s.ctx, func() (err error) {
		s.gnarks, err = s.gnarksProof()
		return s.config.Withhold(err)
	})
}

// gnarksProof returns gnark's own proof of the witness.
func (s *Solved[K, P, E]) gnarksProof() (proof any, err error) {
	err = s.system.Whole(s.witness, s.config.SolverOpts, func(all solver.Option) error {
		proof, err = s.over.Prove(s.ccs, s.pk, s.witness, s.config.Gnarks(all))
		return err
	})
	return proof, err
}

// newCommitter returns the committer for a solution of the witness.
func (s *Solved[K, P, E]) newCommitter() *committer[P, E] {
	return newCommitter(s.system.Commitments(), len(s.key.Lagrange), s.system.Rows(), s.accelerator,
		s.config.HashToFieldFn)
}

func (s *Solved[K, P, E]) done() {
	event := attached.Done(
		s.system.System, backend.PLONK, s.accelerator.Field.Curve, s.onDevice, s.solver)
	for _, r := range s.rounds {
		event.Dur(r.name, r.took)
	}
	event.Dur("took", s.took).Msg("prover done")
}

// Close frees the proof's memory on the device. It gives back the memory of its solution and its
// lease on its key's accelerator. The proof may have been made or not.
func (s *Solved[K, P, E]) Close() {
	defer attached.End(s.pk, s.lease)
	s.leaveDevice()
	s.place.End()
	if !s.proved {
		s.release()
	}
	s.task.End()
}

// proveOnDevice makes the proof where there is a place for it. At a second place it begins anew.
func (s *Solved[K, P, E]) proveOnDevice() (err error) {
	begun := s.begun()
	s.place.Begin()
	for again := true; again; {
		err = s.proveAt(s.place.At.Primary(), begun)
		again, err = s.place.Again(err)
	}
	return err
}

func (s *Solved[K, P, E]) proveAt(r *replica[P, E], begun *begun[E]) error {
	done, err := r.engine.Turn(s.ctx, s.arrived, len(s.key.Lagrange))
	if err != nil {
		return err
	}
	defer done()
	if err := s.beginOn(r, begun); err != nil {
		return err
	}
	return s.prove()
}

// begun is a proof before its first round.
type begun[E any] struct {
	wires  []E
	values [3][]E
	rounds []round
}

// begun returns the proof as it is now. Its wires are kept alive only if they may serve again.
func (p *prover[P, E]) begun() *begun[E] {
	b := &begun[E]{rounds: slices.Clone(p.rounds)}
	if (*group.Set)(p.accelerator.Engine).Several() {
		b.wires, b.values = p.wires, p.values
	}
	return b
}

// beginOn begins the proof on a device. Another one has failed if the proof was begun before.
func (p *prover[P, E]) beginOn(r *replica[P, E], b *begun[E]) (err error) {
	if p.device != nil {
		p.leaveDevice()
		p.restart(b)
	}
	p.replica = r
	p.device, err = r.begin(p.ctx, p.trace, p.ahead)
	return err
}

func (p *prover[P, E]) restart(b *begun[E]) {
	p.wires, p.values, p.rounds = b.wires, b.values, slices.Clone(b.rounds)
	p.gathering = sync.Once{}
	p.transcript = relation.NewTranscript[P, E](p.accelerator.G1, p.config.ChallengeHash)
	*p.proof = Proof[P, E]{Commitments: p.committer.points}
	p.l, p.r, p.o, p.qk, p.pi, p.zValues, p.z = nil, nil, nil, nil, nil, nil, nil
	p.shards, p.divided, p.linearised, p.openingOfZ = [3][]E{}, nil, nil, nil
	p.evaluations, p.check = evaluations[E]{}, nil
}

// prove runs the rounds of the protocol, one after the other. Each needs a challenge that binds the
// results of the one before.
func (p *prover[P, E]) prove() error {
	return p.run([]step{
		{"wires", p.commitWires},
		{"permutation", p.commitPermutation},
		{"quotient", p.commitQuotient},
		{"evaluations", p.evaluate},
		{"openings", p.open},
	})
}

// prepare finds the trace, or computes it, beside the solver. The solver leaves the device idle,
// and most processors too. wait waits for that. It has to be called, and may be called again.
func (p *prover[P, E]) prepare(a *attachment[P, E]) (wait func() error) {
	tasks, near := new(parallel.Tasks), p.replica
	tasks.Go(func() (err error) {
		p.trace, err = a.ready(near, p.system, p.key)
		return err
	})
	return tasks.Wait
}

func (p *prover[P, E]) solve(fullWitness witness.Witness) error {
	options := append(slices.Clone(p.config.SolverOpts), p.committer.option())
	p.ahead = p.replica.follower(p.ctx, p.key)
	run := p.system.Start(p.ctx, own.Input[E]{
		Witness: fullWitness, Commit: p.committer.commit, Options: options, WiresOnly: true,
	})
	solution, err := run.Finish(attached.Follow(p.ahead, run.Memory()))
	if err != nil {
		return err
	}
	p.solver, p.release = solution.Solver, solution.Release
	p.wires, p.values = solution.Wires, solution.Rows
	p.replica.field().CountSolution(p.solver == own.Fast)
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
