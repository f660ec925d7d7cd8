package protocol

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
)

// Solve makes the first half of a proof, up to the system's solution: see package proof.
func (s *Scheme[P1, P2, E]) Solve(
	ccs, pk any, w witness.Witness, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
	return proof.Begin(s, &proof.Task[E]{CCS: ccs, Key: pk, Witness: w}, opts)
}

// Take is Solve for a solution that was found before. The solution is checked: see [proving.take].
func (s *Scheme[P1, P2, E]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (provestream.Solved[any], error) {
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
	defer half.Close()
	found, err := half.(*solved[P1, P2, E]).Steps().(*proving[P1, P2, E]).takeOut()
	if err != nil {
		return nil, nil, err
	}
	return s.Solver.Gnarks(found), task.Keep(), nil
}

// solved is half a proof of Groth16.
type solved[P1, P2, E comparable] = proof.Solved[*replica[P1, P2, E], E]

// steps are the steps of a proof of Groth16.
type steps[P1, P2, E comparable] = proof.Steps[*replica[P1, P2, E], E]

// Steps checks the inputs of a proof.
func (s *Scheme[P1, P2, E]) Steps(t *proof.Task[E]) (steps[P1, P2, E], error) {
	t.Field, t.ErrInvalidInput, t.ErrKeyMismatch = s.Field, ErrInvalidInput, ErrKeyMismatch
	if _, err := t.Values(); err != nil {
		return nil, err
	}
	sys, err := s.Provable(t.CCS)
	if err != nil {
		return nil, err
	}
	key := s.Key(t.Key)
	if key == nil {
		return nil, s.NoKey()
	}
	if err := checkKey(sys, key); err != nil {
		return nil, err
	}
	t.System, t.Elements = sys.Solver, sys.NbWires()
	p := &proving[P1, P2, E]{Task: t, over: s, system: sys, key: key}
	p.committer = p.newCommitter()
	return p, nil
}
