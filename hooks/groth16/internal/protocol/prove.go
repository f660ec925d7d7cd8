package protocol

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solved is a proof that is half made. The witness is solved and committed to, and what is left is
// the device's work. It has to be closed. One goroutine at a time may use it.
type Solved[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	prover[P1, P2, E, S]
	owner      any // gnark's key
	config     *settings.Settings
	attachment *attachment[P1, P2, E, S]
	lease      *keycache.Lease[*attachment[P1, P2, E, S]]
	solution   *Solution[E] // nil once it is consumed
	public     []E
	// visible are the values of the visible wires, where there is no verifying key.
	visible []E
	byGnark bool // the proof that is verified

	ran                string // see [prover.acceleration]
	took, verification time.Duration
}

// Solve is the first half of [Prove], up to the solution of the constraint system;
// [Solved.Prove] is the second one, which draws no randomness.
func (s *Scheme[K, P1, P2, E, S]) Solve(
	sys *System[E], pk *K, fullWitness witness.Witness, opts ...backend.ProverOption,
) (*Solved[P1, P2, E, S], error) {
	if err := checkWitness(s.Field, fullWitness); err != nil {
		return nil, err
	}
	return s.begin(sys, pk, opts, func(
		p *prover[P1, P2, E, S], opts []solver.Option,
	) (*Solution[E], error) {
		p.again = func() (*Solution[E], error) {
			return p.solve(fullWitness, append(slices.Clone(opts), own.WithGnark()))
		}
		return p.solve(fullWitness, opts)
	})
}

// Take is Solve for a solution that was found before. See [prover.take].
func (s *Scheme[K, P1, P2, E, S]) Take(
	sys *System[E], pk *K, solution *Solution[E], opts ...backend.ProverOption,
) (*Solved[P1, P2, E, S], error) {
	return s.begin(sys, pk, opts, func(
		p *prover[P1, P2, E, S], _ []solver.Option,
	) (*Solution[E], error) {
		return p.take(solution)
	})
}

// begin makes half a proof, with the solution that solve finds.
func (s *Scheme[K, P1, P2, E, S]) begin(
	sys *System[E], pk *K, opts []backend.ProverOption,
	solve func(*prover[P1, P2, E, S], []solver.Option) (*Solution[E], error),
) (solved *Solved[P1, P2, E, S], err error) {
	if err := sys.check(); err != nil {
		return nil, err
	}
	if pk == nil {
		return nil, errNoKey()
	}
	config, err := settings.Read(opts...)
	if err != nil {
		return nil, err
	}
	defer func() { err = config.Cause(err) }()
	key, hidden := s.Key(pk), Hidden(sys.commitments())
	if err := checkKey(sys, key, hidden); err != nil {
		return nil, err
	}
	lease, err := s.acquire(pk, nil)
	if err != nil {
		return nil, err
	}
	selections, err := lease.Value.selectionsOf(key, sys.GetNbPublicVariables(), hidden)
	if err != nil {
		return nil, errors.Join(err, lease.Release())
	}
	acc := lease.Value.Accelerator
	p := &Solved[P1, P2, E, S]{
		config: config, owner: pk, attachment: lease.Value, lease: lease,
	}
	p.prover = prover[P1, P2, E, S]{
		ctx:         config.Context,
		system:      sys,
		key:         key,
		selections:  selections,
		constraints: lease.Value.constraintsThere(sys, key.Domain.Len()),
		accelerator: acc,
		committer: newCommitter(
			sys.commitments(), key.Commitments, acc, config.HashToFieldFn),
		release: func() {},
	}
	defer func() {
		if solved == nil {
			p.Close()
		}
	}()
	prepared := p.prepare(lease.Value)
	defer prepared()
	if p.solution, err = solve(&p.prover, config.SolverOpts); err != nil {
		return nil, config.Withhold(err, ErrUnsatisfied)
	}
	p.public = slices.Clone(p.solution.W[1:sys.GetNbPublicVariables()])
	if !config.Unverified && p.VerifyingKey() == nil {
		p.reveal(p.solution.W)
	}
	if err := prepared(); err != nil {
		return nil, err
	}
	if p.blinding, err = draw[E, S](); err != nil {
		return nil, err
	}
	return p, nil
}

// Solution takes the solution out. It serves no proof then. release gives its memory back.
func (s *Solved[P1, P2, E, S]) Solution() (solution *Solution[E], release func(), err error) {
	solution, s.solution = s.solution, nil
	if solution.A == nil {
		solution, err = solutionOf[E, S](s.system, solution.W, s.key.Domain.Len())
	}
	if err != nil {
		solution, err = s.again()
	}
	return solution, s.release, s.config.Withhold(err, ErrUnsatisfied)
}

// Prove makes the proof, which [Verified] is to verify. It consumes the solution: a second call
// fails.
func (s *Solved[P1, P2, E, S]) Prove() (*Proof[P1, P2], error) {
	solution := s.solution
	if s.solution = nil; solution == nil {
		return nil, fmt.Errorf("%w: a solution serves one proof", ErrInvalidInput)
	}
	start := time.Now()
	proof, err := s.prove(solution)
	if errors.Is(err, ErrInvalidSolution) && s.again != nil { // our solver is wrong
		if solution, err = s.again(); err == nil {
			proof, err = s.prove(solution)
		}
		err = s.config.Withhold(err, ErrUnsatisfied)
	}
	s.release()
	if err != nil {
		return nil, s.config.Cause(err)
	}
	s.took, s.ran = time.Since(start), s.acceleration()
	return proof, nil
}

// Done logs the proof.
func (s *Solved[P1, P2, E, S]) Done() {
	log := logger.Logger()
	event := log.Debug().
		Str("curve", s.accelerator.Field.Curve).
		Str("acceleration", s.ran).
		Int("nbConstraints", s.system.GetNbConstraints()).
		Str("backend", backend.GROTH16.String()).
		Str("solvedBy", string(s.solver))
	if s.verification > 0 {
		event.Dur("verification", s.verification)
	}
	event.Dur("took", s.took).Msg("prover done")
}

// Close gives back the proof's lease on its key's accelerator, and the memory of its solution. The
// proof may have been made or not.
func (s *Solved[P1, P2, E, S]) Close() {
	// The key must not be collected, and with it the lease's value dropped from the table, while
	// its proof is made.
	defer runtime.KeepAlive(s.owner)
	if s.solution != nil {
		s.release()
	}
	if err := s.lease.Release(); err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("freeing a proving key's device memory")
	}
}

// prover is what the steps of one proof share.
type prover[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	ctx         context.Context
	system      *System[E]
	key         *Key[P1, P2, E]
	selections  *selections[E]
	constraints *constraints[E] // nil where the host computes A, B and C
	accelerator *Accelerator[P1, P2, E, S]
	committer   *committer[P1, P2, E, S]
	blinding    *blinding[E]
	solver      own.Name // which one ran
	release     func()   // gives the solution's memory back; nothing may use it then

	// again has gnark solve the witness; nil for a solution that was given.
	again func() (*Solution[E], error)

	// The sums over B in both groups, once the proof is made.
	b  P1
	b2 P2
}

// prepare has the device ready for the wires, the constraints and the quotient, beside the solver,
// which leaves it idle. The function that it returns waits for that; it has to be called, and may
// be called again.
func (p *prover[P1, P2, E, S]) prepare(a *attachment[P1, P2, E, S]) (wait func() error) {
	done := make(chan error, 1)
	domain := &p.key.Domain.Domain
	go func() {
		if err := p.selections.Prepare(domain); err != nil {
			done <- err
			return
		}
		done <- a.prepareConstraints(p.system, domain.Len())
	}()
	return sync.OnceValue(func() error { return <-done })
}

// solve solves the witness, with the commitments computed on the way.
func (p *prover[P1, P2, E, S]) solve(
	fullWitness witness.Witness, opts []solver.Option,
) (*Solution[E], error) {
	opts = append(slices.Clone(opts), p.committer.option())
	solve := p.system.Solve
	if p.constraints != nil {
		solve = p.system.Wires
	}
	solution, err := solve(p.ctx, fullWitness, p.committer.commit, opts...)
	if err != nil {
		return nil, err
	}
	p.solver, p.release = solution.Solver, solution.Release
	p.accelerator.field().CountSolution(p.solver == own.Own)
	return solution, nil
}

// prove makes the proof of a solution, which it consumes.
func (p *prover[P1, P2, E, S]) prove(solution *Solution[E]) (*Proof[P1, P2], error) {
	s, err := p.sums(solution)
	if err != nil {
		return nil, err
	}
	proof := &Proof[P1, P2]{Commitments: p.committer.points}
	at := func(wire int) E { return solution.W[wire] }
	if proof.CommitmentPok, err = p.committer.fold(s.knowledge, at); err != nil {
		return nil, err
	}
	p.assemble(proof, s)
	p.b, p.b2 = s.b, s.b2
	return proof, nil
}

// The words of gnark's log for what a proof ran on.
const (
	onDevice = "cuda"
	onCPU    = "none"
)

// acceleration says what the proof ran on.
func (p *prover[P1, P2, E, S]) acceleration() string {
	if p.accelerator.OnDevice() {
		return onDevice
	}
	return onCPU
}
