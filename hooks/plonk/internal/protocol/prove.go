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
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
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
	ccs        any // gnark's system
	pk         *K  // gnark's key
	origin     origin[E]
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
	return s.begin(ccs, pk, origin[E]{witness: fullWitness, values: values}, opts)
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
	return s.begin(ccs, pk, origin[E]{solution: given}, opts)
}

// origin is the input of a proof: a witness with its values, or a solution that its caller keeps.
type origin[E any] struct {
	witness  witness.Witness
	values   []E
	solution *system.Solution[E]
}

// begin makes half a proof. It makes a whole one of a witness where gnark is to prove it.
func (s *Scheme[K, P, E]) begin(
	ccs, of any, from origin[E], opts []backend.ProverOption,
) (solved provestream.Solved[any], err error) {
	pk := s.KeyOf(of)
	if pk == nil {
		return nil, errNoKey()
	}
	config, err := settings.Read(opts...)
	if err != nil {
		return nil, err
	}
	p, err := s.leased(ccs, pk, from, config)
	if err != nil {
		return nil, config.Cause(err)
	}
	defer func() {
		if solved == nil { // a hint may have panicked
			p.Close()
		}
	}()
	if err := p.begin(); err != nil {
		return nil, config.Cause(err)
	}
	return p, nil
}

// leased checks the inputs of a proof, and takes a lease on the key. It may load the key.
func (s *Scheme[K, P, E]) leased(
	ccs any, pk *K, from origin[E], config *settings.Settings,
) (*Solved[K, P, E], error) {
	sys, _ := s.System(ccs)
	key := s.Key(pk)
	if err := checkKey(sys, key); err != nil {
		return nil, err
	}
	if engine.Compiled && len(config.SolverOpts) == 0 && !s.Has(pk) {
		go sys.Prepare(nil) // while the key is loaded
	}
	arrived := engine.Arrive()
	lease, err := s.Acquire(pk, nil, nil)
	if err != nil {
		return nil, err
	}
	ctx, task := exectrace.NewTask(config.Context, "plonk.Prove")
	p := &Solved[K, P, E]{
		over: s, ccs: ccs, pk: pk, origin: from, attachment: lease.Value, lease: lease, task: task,
		arrived: arrived,
		prover: prover[P, E]{
			ctx: ctx, config: config, system: sys, key: key,
			accelerator: lease.Value,
			transcript:  system.NewTranscript(s.G1, config.ChallengeHash),
			proof:       new(Proof[P, E]),
			release:     func() {},
			public:      from.values[:min(len(from.values), len(sys.Public))],
		},
	}
	if len(from.values) > 0 {
		p.paddingValue = from.values[0]
	}
	return p, nil
}

// begin takes a place for the proof, draws its randomness and finds its solution.
func (s *Solved[K, P, E]) begin() (err error) {
	start := time.Now()
	if s.origin.witness != nil && s.isGnarks() {
		return s.proveByGnark()
	}
	if s.blinding, err = draw(s.over.Field.Scalars, s.config.StatisticalZK); err != nil {
		return err
	}
	s.committer = s.newCommitter()
	if s.place, err = s.attachment.Reserve(s.config.Streamed); err != nil {
		return err
	}
	s.replica = s.place.At.Primary()
	s.replica.engine.CountProof(s.attachment.way.Ours())
	prepared := s.prepare(s.attachment)
	defer prepared()
	if err := s.run(s.steps(prepared)); err != nil {
		return err
	}
	s.took = time.Since(start)
	return nil
}

// steps find the solution, and wait for the trace.
func (s *Solved[K, P, E]) steps(prepared func() error) []step {
	trace := step{"trace", prepared}
	if s.origin.witness == nil {
		take := func() error { return s.take(s.origin.solution) }
		return []step{{"solution", take}, trace, {"check", s.checkValues}}
	}
	solve := func() error { return s.config.Withhold(s.solve(s.origin.witness)) }
	return []step{{"solver", solve}, trace}
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
	err = s.system.Whole(s.origin.witness, s.config.SolverOpts, func(all solver.Option) error {
		proof, err = s.over.Prove(s.ccs, s.pk, s.origin.witness, s.config.Gnarks(all))
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
	p.transcript = system.NewTranscript[P, E](p.accelerator.G1, p.config.ChallengeHash)
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
