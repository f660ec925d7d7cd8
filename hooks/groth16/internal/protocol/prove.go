package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// find returns the solution that the proof is made of. It may be consumed.
func (p *proving[P1, P2, E]) find() (*system.Solution[E], error) {
	if p.Given != nil {
		return p.take(p.Given)
	}
	return p.solve()
}

// solve has the witness solved. The first run sends the wires ahead.
func (p *proving[P1, P2, E]) solve(opts ...solver.Option) (*system.Solution[E], error) {
	wiresOnly := p.constraints != nil
	var ahead *engine.Follower[E]
	if wiresOnly && p.ahead == nil {
		var err error
		if p.ahead, err = p.site.follower(p.Context, p.key, p.system); err != nil {
			return nil, err
		}
		ahead = p.ahead
	}
	return p.Find(p.replica.engine, own.Input[E]{
		Commit: p.committer.commit, Options: opts, WiresOnly: wiresOnly,
	}, ahead)
}

// take checks a solution that was found before, and returns one that may be consumed. The values of
// the wires say everything: A, B and C follow from them, and the commitments are computed anew.
func (p *proving[P1, P2, E]) take(s *system.Solution[E]) (*system.Solution[E], error) {
	wires := len(p.key.InfinityA)
	switch {
	case len(s.Wires) != wires:
		return nil, fmt.Errorf("%w: it has %d wires, the circuit %d",
			ErrInvalidSolution, len(s.Wires), wires)
	case s.Wires[0] != p.key.Domain.Field.One:
		return nil, fmt.Errorf("%w: the first wire is not 1", ErrInvalidSolution)
	}
	taken, err := system.SolutionOf(p.system, s.Wires, p.key.Domain)
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

// Prove makes the proof at a site. It consumes the solution but for the wires, with which another
// site begins.
func (p *proving[P1, P2, E]) Prove(at *group.Team[*replica[P1, P2, E]]) (any, error) {
	made, err := p.proveAt(site[P1, P2, E]{at})
	if errors.Is(err, ErrInvalidSolution) && p.Given == nil { // our solver is wrong
		if p.solution, err = p.solve(own.WithGnark()); err != nil {
			return nil, p.Withhold(err)
		}
		p.reveal(p.solution.Wires)
		made, err = p.proveAt(site[P1, P2, E]{at})
	}
	if err != nil {
		return nil, err
	}
	return p.over.Proof(made), nil
}

func (p *proving[P1, P2, E]) proveAt(at site[P1, P2, E]) (*Proof[P1, P2], error) {
	if at != p.site { // another than that which was prepared beside the solver
		if err := at.prepare(p.key, p.system); err != nil {
			return nil, err
		}
		p.on(at)
	}
	solution := p.solution
	if solution.Rows[0] == nil && p.constraints == nil {
		var err error
		solution, err = system.SolutionOf(p.system, solution.Wires, p.key.Domain)
		if err != nil {
			return nil, err
		}
	}
	return p.prove(solution)
}

// prove makes the proof of a solution. It consumes the values of the constraints' expressions.
func (p *proving[P1, P2, E]) prove(solution *system.Solution[E]) (*Proof[P1, P2], error) {
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
