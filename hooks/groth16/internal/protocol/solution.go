package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Take is Solve for a solution that was found before. The solution is checked: see
// [proving.useGiven].
func (s *Scheme[P1, P2, E]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (proof.Begun, error) {
	given, err := s.Given(solution, ErrInvalidSolution)
	if err != nil {
		return nil, err
	}
	return proof.Begin(s, &proof.Task[E]{CCS: ccs, Key: pk, Given: given}, opts)
}

// SolutionOf returns the solution of a witness, with the commitments that the key makes. The CPU
// computes these, since no proof verifies them. release gives the solution's memory back.
func (s *Scheme[P1, P2, E]) SolutionOf(
	ccs, pk any, w witness.Witness, opts ...backend.ProverOption,
) (solution any, release func(), err error) {
	task := &proof.Task[E]{CCS: ccs, Key: pk, Witness: w, Unproved: true}
	half, err := proof.Begin(s, task, opts)
	if err != nil {
		return nil, nil, err
	}
	defer half.Forget()
	defer half.Close()
	found, err := half.(*solved[P1, P2, E]).Steps().(*proving[P1, P2, E]).takeOut()
	if err != nil {
		return nil, nil, err
	}
	return s.Solver.Gnarks(found), task.Keep(), nil
}

// useGiven checks the solution that was found before, and returns one that may be consumed. The
// values of the wires say everything: A, B and C follow from them, and the commitments are computed
// anew.
func (p *proving[P1, P2, E]) useGiven() (*system.Solution[E], error) {
	s, wires := p.Given, len(p.key.InfinityA)
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

// takeOut takes the solution out. It serves no proof then.
func (p *proving[P1, P2, E]) takeOut() (solution *system.Solution[E], err error) {
	solution = p.solution
	if solution.Rows[0] == nil {
		solution, err = system.SolutionOf(p.system, solution.Wires, p.key.Domain)
	}
	if err != nil {
		solution, err = p.solve(own.WithGnark())
	}
	return solution, p.Withhold(err)
}
