package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Prove makes the proof at a site. It consumes the solution but for the wires, with which another
// site begins.
func (p *proving[P1, P2, E]) Prove(at *group.Team[*replica[P1, P2, E]]) (any, error) {
	made, err := p.proveAt(site[P1, P2, E]{at})
	if errors.Is(err, ErrInvalidSolution) && p.Given == nil { // our solver is wrong
		if p.solution, err = p.solve(own.WithGnark()); err != nil {
			return nil, p.Withhold(err)
		}
		p.reveal(p.solution.Wires)
		_ = p.making.Wait()
		p.know() // the commitments may be others now
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
	if err := p.complete(); err != nil {
		return nil, err
	}
	return p.prove(p.solution)
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
