package protocol

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solve is the first half of [Prove], up to the solution of the constraint system. [Solved.Prove]
// is the second one, which draws no randomness.
func (s *Scheme[K, P1, P2, E, S]) Solve(
	sys *system.System[E], pk *K, fullWitness witness.Witness, opts ...backend.ProverOption,
) (*Solved[P1, P2, E, S], error) {
	if err := system.CheckWitness(s.Field, fullWitness); err != nil {
		return nil, err
	}
	return s.begin(sys, pk, opts, func(
		p *prover[P1, P2, E, S], config *settings.Settings,
	) (*system.Solution[E], error) {
		opts := config.SolverOpts
		if config.OnCPU {
			opts = append(slices.Clone(opts), own.WithGnark())
		}
		p.again = func() (*system.Solution[E], error) {
			return p.solve(fullWitness, append(slices.Clone(opts), own.WithGnark()))
		}
		return p.solve(fullWitness, opts)
	})
}

// Take is Solve for a solution that was found before. See [prover.take].
func (s *Scheme[K, P1, P2, E, S]) Take(
	sys *system.System[E], pk *K, solution *system.Solution[E], opts ...backend.ProverOption,
) (*Solved[P1, P2, E, S], error) {
	return s.begin(sys, pk, opts, func(
		p *prover[P1, P2, E, S], _ *settings.Settings,
	) (*system.Solution[E], error) {
		return p.take(solution)
	})
}

// begin makes half a proof, with the solution that solve finds.
func (s *Scheme[K, P1, P2, E, S]) begin(
	sys *system.System[E], pk *K, opts []backend.ProverOption,
	solve func(*prover[P1, P2, E, S], *settings.Settings) (*system.Solution[E], error),
) (solved *Solved[P1, P2, E, S], err error) {
	if err := sys.Check(); err != nil {
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
	key := s.Key(pk)
	if err := checkKey(sys, key, sys.Hidden()); err != nil {
		return nil, err
	}
	lease, err := s.leaseFor(config, pk)
	if err != nil {
		return nil, err
	}
	p := &Solved[P1, P2, E, S]{
		config: config, owner: pk, attachment: lease.Value, lease: lease,
	}
	p.prover = prover[P1, P2, E, S]{
		ctx:    config.Context,
		system: sys,
		key:    key,
		committer: newCommitter(
			sys.Commitments(), key.Commitments, lease.Value, config.HashToFieldFn),
		release: func() {},
	}
	defer func() {
		if solved == nil {
			p.Close()
		}
	}()
	if !config.Unverified && p.VerifyingKey() == nil {
		if len(key.Commitments) > 0 && !config.TrustedKey {
			return nil, ErrNoVerifyingKey
		}
		p.disclose()
	}
	near, err := lease.Value.near()
	if err != nil {
		return nil, err
	}
	p.on(near)
	prepared := p.prepare()
	defer prepared()
	if p.solution, err = solve(&p.prover, config); err != nil {
		return nil, config.Withhold(err, ErrUnsatisfied)
	}
	p.public = slices.Clone(p.solution.W[1:sys.GetNbPublicVariables()])
	p.reveal(p.solution.W)
	if err := prepared(); err != nil {
		return nil, err
	}
	if p.blinding, err = draw[E, S](); err != nil {
		return nil, err
	}
	return p, nil
}

// leaseFor returns a lease on the key's accelerator, or on one for a proof without devices.
func (s *Scheme[K, P1, P2, E, S]) leaseFor(
	config *settings.Settings, pk *K,
) (*keycache.Lease[*attachment[P1, P2, E, S]], error) {
	if config.OnCPU {
		return s.offline(pk)
	}
	return s.acquire(pk, nil)
}

// solve solves the witness, with the commitments computed on the way.
func (p *prover[P1, P2, E, S]) solve(
	fullWitness witness.Witness, opts []solver.Option,
) (*system.Solution[E], error) {
	opts = append(slices.Clone(opts), p.committer.option())
	solve := p.system.Solve
	if p.constraints != nil {
		follower, err := p.follower()
		if err != nil {
			return nil, err
		}
		solve = p.system.Wires(follower)
	}
	solution, err := solve(p.ctx, fullWitness, p.committer.commit, opts...)
	if err != nil {
		return nil, err
	}
	p.solver, p.release = solution.Solver, solution.Release
	p.replica.field().CountSolution(p.solver == own.Own)
	return solution, nil
}

// follower returns what sends the wires ahead while our solver runs, at its first run.
func (p *prover[P1, P2, E, S]) follower() (own.Follower[E], error) {
	if p.ahead != nil {
		return nil, nil
	}
	var err error
	p.ahead, err = p.site.follower(p.ctx, p.key, p.system)
	return p.ahead, err
}

// take checks a solution that was found before, and returns one that may be consumed. The values of
// the wires say everything: A, B and C follow from them, and the commitments are computed anew.
func (p *prover[P1, P2, E, S]) take(s *system.Solution[E]) (*system.Solution[E], error) {
	wires := len(p.key.InfinityA)
	switch {
	case s == nil:
		return nil, fmt.Errorf("%w: no solution", ErrInvalidSolution)
	case len(s.W) != wires:
		return nil, fmt.Errorf("%w: %d wires, expected %d", ErrInvalidSolution,
			len(s.W), wires)
	case s.W[0] != field.One[E, S]():
		return nil, fmt.Errorf("%w: the first wire is not 1", ErrInvalidSolution)
	}
	p.solver = own.None
	taken, err := system.SolutionOf[E, S](p.system, s.W, p.key.Domain.Len())
	if err != nil {
		return nil, err
	}
	for i, given := range [][]E{s.A, s.B, s.C} {
		follows := [][]E{taken.A, taken.B, taken.C}[i]
		if given != nil && !slices.Equal(given, follows) {
			return nil, fmt.Errorf("%w: %c does not follow from the wires",
				ErrInvalidSolution, "ABC"[i])
		}
	}
	err = p.committer.commitAnew(func(wire int) E { return s.W[wire] })
	if errors.Is(err, errOtherHash) {
		err = fmt.Errorf("%w: %w", ErrInvalidSolution, err)
	}
	return taken, err
}

// Prove makes the proof, which [Verified] is to verify. It consumes the solution: a second call
// fails.
func (s *Solved[P1, P2, E, S]) Prove() (*Proof[P1, P2], error) {
	solution := s.solution
	if s.solution = nil; solution == nil {
		return nil, fmt.Errorf("%w: a solution serves one proof", ErrInvalidInput)
	}
	start := time.Now()
	s.follow()
	proof, err := s.proveOnDevice(solution)
	if errors.Is(err, ErrInvalidSolution) && s.again != nil { // our solver is wrong
		if solution, err = s.again(); err == nil {
			s.reveal(solution.W)
			proof, err = s.proveOnDevice(solution)
		}
		err = s.config.Withhold(err, ErrUnsatisfied)
	}
	leave(s.ahead)
	s.release()
	if err != nil {
		return nil, s.config.Cause(err)
	}
	s.took, s.ran = time.Since(start), s.acceleration()
	return proof, nil
}

// proveOnDevice makes the proof of a solution, which it consumes, where there is a site for it. A
// second site begins with the wires.
func (s *Solved[P1, P2, E, S]) proveOnDevice(
	solution *system.Solution[E],
) (proof *Proof[P1, P2], err error) {
	err = s.attachment.inTurn(func(at site[P1, P2, E, S]) error {
		// The first device admits a team: two teams would wait for each other's devices.
		done, err := at.lead().engine.Turn(s.ctx, len(solution.W))
		if err != nil {
			return err
		}
		defer done()
		if at != s.site {
			err = s.moveTo(at)
		}
		if err == nil && solution.A == nil && s.constraints == nil {
			solution, err = system.SolutionOf[E, S](s.system, solution.W, s.key.Domain.Len())
		}
		if err == nil {
			proof, err = s.prove(solution)
		}
		return err
	})
	return proof, err
}

// prove makes the proof of a solution. It consumes the values of the constraints' expressions.
func (p *prover[P1, P2, E, S]) prove(solution *system.Solution[E]) (*Proof[P1, P2], error) {
	points, err := p.makePoints(solution)
	if err != nil {
		return nil, err
	}
	proof := &Proof[P1, P2]{
		Ar: points.ar, Bs: points.bs, Krs: points.krs, Commitments: p.committer.points,
	}
	at := func(wire int) E { return solution.W[wire] }
	if proof.CommitmentPok, err = p.committer.fold(points.knowledge, at); err != nil {
		return nil, err
	}
	p.b, p.b2, p.knowledge = points.b, points.b2, points.knowledge
	return proof, nil
}

// blinding is what makes a proof zero-knowledge.
type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any, S algebra.Scalar[E]]() (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := S(scalar).SetRandom(); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}
