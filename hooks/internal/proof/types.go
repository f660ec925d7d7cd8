package proof

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Types recognises gnark's objects of one curve. They come as any, since they have no type that all
// curves share.
type Types[E any] struct {
	KeyType keys.Type
	// System returns false for anything but a system over the curve. A nil system is empty.
	System func(ccs any) (s solver.System[E], ok bool)
	// Solver has the scalar field as the solver takes it.
	Solver *solver.Field[E]
	// Sparse says that the scheme proves systems of the sort SparseR1CS.
	Sparse bool
}

// SystemsOf returns a function that finds systems of gnark's type S.
func SystemsOf[S, E any](of func(*S) solver.System[E]) func(ccs any) (solver.System[E], bool) {
	return func(ccs any) (s solver.System[E], ok bool) {
		sys, ok := ccs.(*S)
		if sys != nil {
			s = of(sys)
		}
		return s, ok
	}
}

// ProverOf returns gnark's prover for systems S and keys K.
func ProverOf[S, K, P any](
	prove func(*S, *K, witness.Witness, ...backend.ProverOption) (*P, error),
) func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (any, error) {
	return func(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (any, error) {
		made, err := prove(ccs.(*S), pk.(*K), w, opts...)
		if err != nil {
			return nil, err // a nil pointer is no nil
		}
		return made, nil
	}
}

// Serves reports whether a constraint system or a proving key is over the curve.
func (t *Types[E]) Serves(object any) bool {
	_, isSystem := t.System(object)
	return isSystem || t.KeyType.Is(object)
}

// SystemOf returns the part of a system that all curves share. It returns nil for a nil system.
func (t *Types[E]) SystemOf(ccs any) *constraint.System {
	s, _ := t.System(ccs)
	return s.System
}

// Translate translates a system ahead of its first proof. It returns false for an empty one.
func (t *Types[E]) Translate(ccs any, in *prepared.Folder) bool {
	s, _ := t.System(ccs)
	if s.System == nil || s.CommitmentInfo == nil {
		return false
	}
	s.Prepare(in)
	return true
}

// Given returns a solution that was found before, in gnark's type. Others are invalid.
func (t *Types[E]) Given(solution any, invalid error) (*solver.Solution[E], error) {
	given, ok := t.Solver.Solution(solution)
	switch {
	case !ok, given != nil && given.Sparse != t.Sparse:
		want := t.Solver.Gnarks(&solver.Solution[E]{Sparse: t.Sparse})
		return nil, fmt.Errorf("%w: a %T, expected a %T", invalid, solution, want)
	case given == nil:
		return nil, fmt.Errorf("%w: no solution", invalid)
	}
	return given, nil
}
