package protocol

import (
	exectrace "runtime/trace"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
)

// Solve makes the first half of a proof, up to the system's solution: see package proof.
func (s *Scheme[P, E]) Solve(
	ccs, pk any, w witness.Witness, opts ...backend.ProverOption,
) (proof.Begun, error) {
	return proof.Begin(s, &proof.Task[E]{CCS: ccs, Key: pk, Witness: w}, opts)
}

// Take is Solve for a solution that was found before, without commitments. The solution is checked:
// see [proving.useGiven].
func (s *Scheme[P, E]) Take(
	ccs, pk, solution any, opts ...backend.ProverOption,
) (proof.Begun, error) {
	given, err := s.Given(solution, ErrInvalidSolution)
	if err != nil {
		return nil, err
	}
	return proof.Begin(s, &proof.Task[E]{CCS: ccs, Key: pk, Given: given}, opts)
}

// steps are the steps of a proof of PLONK.
type steps[P, E comparable] = proof.Steps[*replica[P, E], E]

// Steps checks the inputs of a proof.
func (s *Scheme[P, E]) Steps(t *proof.Task[E]) (steps[P, E], error) {
	t.Field, t.ErrInvalidInput, t.ErrKeyMismatch = s.Field, ErrInvalidInput, ErrKeyMismatch
	values, err := t.Values()
	if err != nil {
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
	t.System, t.Elements, t.Once = sys.Solver, len(key.Lagrange), t.Witness == nil
	p := &proving[P, E]{
		Task: t, over: s, system: sys, key: key, proof: new(Proof[P, E]),
		transcript: system.NewTranscript(s.G1, t.ChallengeHash),
	}
	p.public = values[:min(len(values), len(sys.Public))]
	if len(values) > 0 {
		p.paddingValue = values[0]
	}
	p.ctx, p.task = exectrace.NewTask(t.Context, "plonk.Prove")
	return p, nil
}
