package protocol

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solve makes the first half of a proof, up to the system's solution. It draws all randomness.
// [Solved.Prove] is the second half.
func (s *Scheme[P1, P2, E]) Solve(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	opts = append(slices.Clip(opts), settings.Whole())
	half, err := s.solve(ccs, pk, fullWitness, opts...)
	if err != nil {
		return nil, err
	}
	return half, nil
}

func (s *Scheme[P1, P2, E]) solve(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (*Solved[P1, P2, E], error) {
	if _, err := s.Field.Witness(fullWitness, ErrInvalidInput); err != nil {
		return nil, err
	}
	return s.begin(ccs, pk, origin[E]{witness: fullWitness}, opts)
}

// Take is Solve for a solution that was found before. The solution is checked: see [prover.take].
func (s *Scheme[P1, P2, E]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	given, ok := s.Solution(solution)
	if !ok {
		return nil, fmt.Errorf("%w: a %T, expected a *cs.R1CSSolution",
			ErrInvalidSolution, solution)
	}
	if given == nil {
		return nil, fmt.Errorf("%w: no solution", ErrInvalidSolution)
	}
	half, err := s.begin(ccs, pk, origin[E]{solution: given}, opts)
	if err != nil {
		return nil, err
	}
	return half, nil
}

// SolutionOf returns the solution of a witness, with the commitments that the key makes. The CPU
// computes these, since no proof verifies them. release gives the solution's memory back.
func (s *Scheme[P1, P2, E]) SolutionOf(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (solution any, release func(), err error) {
	if _, err := s.Field.Witness(fullWitness, ErrInvalidInput); err != nil {
		return nil, nil, err
	}
	unproved := settings.Option(func(s *settings.Settings) error {
		s.Solver = append(s.Solver, own.Unproved())
		return nil
	})
	opts = append(slices.Clone(opts), unproved)
	half, err := s.checked(ccs, pk, origin[E]{witness: fullWitness}, opts)
	if err != nil {
		return nil, nil, err
	}
	defer half.Close()
	half.committer.sum = func(i int, values []E) (sum P1, err error) {
		basis := half.key.Commitments[i].Basis
		_, err = s.G1.MultiExp(&sum, basis, values, ecc.MultiExpConfig{})
		return sum, err
	}
	if err := half.begin(); err != nil {
		return nil, nil, half.config.Cause(err)
	}
	found, release, err := half.takeOut()
	if err != nil {
		return nil, nil, err
	}
	return s.GnarkSolution(found), release, nil
}

// find returns the solution that the proof is made of. It may be consumed.
func (s *Solved[P1, P2, E]) find() (*system.Solution[E], error) {
	if s.origin.solution != nil {
		return s.take(s.origin.solution)
	}
	opts := s.config.SolverOpts
	if s.config.OnCPU {
		opts = append(slices.Clone(opts), own.WithGnark())
	}
	s.withGnark = func() (*system.Solution[E], error) {
		return s.solve(s.origin.witness, append(slices.Clone(opts), own.WithGnark()))
	}
	return s.solve(s.origin.witness, opts)
}

func (p *prover[P1, P2, E]) solve(
	fullWitness witness.Witness, opts []solver.Option,
) (*system.Solution[E], error) {
	opts = append(slices.Clone(opts), p.committer.option())
	wiresOnly := p.constraints != nil
	ahead := wiresOnly && p.ahead == nil // at the first run
	if ahead {
		var err error
		if p.ahead, err = p.site.follower(p.ctx, p.key, p.system); err != nil {
			return nil, err
		}
	}
	run := p.system.Start(p.ctx, own.Input[E]{
		Witness: fullWitness, Commit: p.committer.commit, Options: opts, WiresOnly: wiresOnly,
	})
	var known func(int)
	if ahead {
		known = attached.Follow(p.ahead, run.Memory())
	}
	solution, err := run.Finish(known)
	if err != nil {
		return nil, err
	}
	p.solver, p.release = solution.Solver, solution.Release
	p.replica.field().CountSolution(p.solver == own.Fast)
	return solution, nil
}

// take checks a solution that was found before, and returns one that may be consumed. The values of
// the wires say everything: A, B and C follow from them, and the commitments are computed anew.
func (p *prover[P1, P2, E]) take(s *system.Solution[E]) (*system.Solution[E], error) {
	wires := len(p.key.InfinityA)
	switch {
	case len(s.Wires) != wires:
		return nil, fmt.Errorf("%w: it has %d wires, the circuit %d",
			ErrInvalidSolution, len(s.Wires), wires)
	case s.Wires[0] != p.key.Domain.Field.One:
		return nil, fmt.Errorf("%w: the first wire is not 1", ErrInvalidSolution)
	}
	p.solver = own.None
	taken, err := system.SolutionOf(p.system, s.Wires, &p.key.Domain.Domain)
	if err != nil {
		return nil, err
	}
	for i, given := range s.Rows {
		if given != nil && !slices.Equal(given, taken.Rows[i]) {
			return nil, fmt.Errorf("%w: %c does not follow from the wires",
				ErrInvalidSolution, "ABC"[i])
		}
	}
	err = p.committer.commitAnew(func(wire int) E { return s.Wires[wire] })
	if errors.Is(err, errOtherHash) {
		err = fmt.Errorf("%w: %w", ErrInvalidSolution, err)
	}
	return taken, err
}

// Prove makes the proof, which [Solved.Verified] is to verify. It consumes the solution: a second
// call fails.
func (s *Solved[P1, P2, E]) Prove() (any, error) {
	proof, err := s.proof()
	if err != nil {
		return nil, err
	}
	return s.over.Proof(proof), nil
}

func (s *Solved[P1, P2, E]) proof() (*Proof[P1, P2], error) {
	if s.gnarks != nil {
		return s.gnarks, nil
	}
	solution := s.solution
	if s.solution = nil; solution == nil {
		return nil, fmt.Errorf("%w: a solution serves one proof", ErrInvalidInput)
	}
	start := time.Now()
	proof, err := s.proveOnDevice(solution)
	if errors.Is(err, ErrInvalidSolution) && s.withGnark != nil { // our solver is wrong
		if solution, err = s.withGnark(); err == nil {
			s.reveal(solution.Wires)
			proof, err = s.proveOnDevice(solution)
		}
		err = s.config.Withhold(err)
	}
	attached.Leave(s.ahead)
	s.release()
	if err != nil {
		return nil, s.config.Cause(err)
	}
	s.took, s.onDevice = time.Since(start), s.replica.OnDevice()
	return proof, nil
}

// proveOnDevice makes the proof of a solution where there is a site for it. It consumes the
// solution. A second site begins with the wires.
func (s *Solved[P1, P2, E]) proveOnDevice(
	solution *system.Solution[E],
) (proof *Proof[P1, P2], err error) {
	s.place.Begin()
	for again := true; again; {
		proof, err = s.proveAt(site[P1, P2, E]{s.place.At}, solution)
		again, err = s.place.Again(err)
	}
	return proof, err
}

func (s *Solved[P1, P2, E]) proveAt(
	at site[P1, P2, E], solution *system.Solution[E],
) (*Proof[P1, P2], error) {
	// The first device admits a team: two teams would wait for each other's devices.
	done, err := at.Primary().engine.Turn(s.ctx, s.arrived, len(solution.Wires))
	if err != nil {
		return nil, err
	}
	defer done()
	if at != s.site { // another than that which was prepared beside the solver
		if err := at.prepare(s.key, s.system); err != nil {
			return nil, err
		}
		s.on(at)
	}
	if solution.Rows[0] == nil && s.constraints == nil {
		solution, err = system.SolutionOf(s.system, solution.Wires, &s.key.Domain.Domain)
		if err != nil {
			return nil, err
		}
	}
	return s.prove(solution)
}

// prove makes the proof of a solution. It consumes the values of the constraints' expressions.
func (p *prover[P1, P2, E]) prove(solution *system.Solution[E]) (*Proof[P1, P2], error) {
	points, err := p.makePoints(solution)
	if err != nil {
		return nil, err
	}
	proof := &Proof[P1, P2]{
		Ar: points.ar, Bs: points.bs, Krs: points.krs, Commitments: p.committer.points,
	}
	at := func(wire int) E { return solution.Wires[wire] }
	if proof.CommitmentPok, err = p.committer.fold(points.knowledge, at); err != nil {
		return nil, err
	}
	p.knowledge = points.knowledge
	return proof, nil
}
