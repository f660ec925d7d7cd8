package prover

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
)

// solved is a proof that is half made. The witness is solved and committed to, and what is left is
// the device's work. It has to be closed. One goroutine at a time may use it.
type solved[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*protocol.Solved[P1, P2, E, S]
	over *Prover[K, P1, P2, E, S]
	ccs  any
	pk   *K
	// witness is nil if the proof is made from a solution.
	witness witness.Witness
}

// Solve is the first half of a proof, up to the solution of the constraint system. It draws all
// randomness.
func (p *Prover[K, P1, P2, E, S]) Solve(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	s, err := p.solve(ccs, p.keyOf(pk), fullWitness, opts...)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (p *Prover[K, P1, P2, E, S]) solve(
	ccs any, pk *K, fullWitness witness.Witness, opts ...backend.ProverOption,
) (*solved[K, P1, P2, E, S], error) {
	half, err := p.scheme.Solve(p.system(ccs), pk, fullWitness, opts...)
	if err != nil {
		return nil, err
	}
	return &solved[K, P1, P2, E, S]{half, p, ccs, pk, fullWitness}, nil
}

// Take is Solve for a solution that was found before. The solution is checked.
func (p *Prover[K, P1, P2, E, S]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	given, ok := p.Solution(solution)
	if !ok {
		return nil, fmt.Errorf("%w: a %T, expected a *cs.R1CSSolution",
			protocol.ErrInvalidSolution, solution)
	}
	key := p.keyOf(pk)
	half, err := p.scheme.Take(p.system(ccs), key, given, opts...)
	if err != nil {
		return nil, err
	}
	return &solved[K, P1, P2, E, S]{half, p, ccs, key, nil}, nil
}

// SolutionOf returns the solution of a witness, with the commitments that the key makes. release
// gives its memory back.
func (p *Prover[K, P1, P2, E, S]) SolutionOf(
	ccs, pk any, fullWitness witness.Witness, opts ...backend.ProverOption,
) (solution any, release func(), err error) {
	s, err := p.solve(ccs, p.keyOf(pk), fullWitness, opts...)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	found, release, err := s.Solution()
	if err != nil {
		return nil, nil, err
	}
	return p.GnarkSolution(found), release, nil
}

// Prove makes the proof, which Verified is to verify. It consumes the solution: a second call
// fails.
func (s *solved[K, P1, P2, E, S]) Prove() (any, error) {
	proof, err := s.Solved.Prove()
	if err != nil {
		return nil, err
	}
	return s.over.Proof(proof), nil
}
