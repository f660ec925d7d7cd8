package solve

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
)

var (
	// ErrInvalidInput: an argument is nil.
	ErrInvalidInput = errors.New("solve: no constraint system, witness or reader")
	// ErrCurveNotSupported: no solver is over the system's field, which the message names.
	ErrCurveNotSupported = errors.New("solve: curve not supported")
	// ErrNeedsKey: the constraint system has commitments, which are computed with a proving key.
	// For Groth16 see Solve of package hooks/groth16; for PLONK there is Prove alone.
	ErrNeedsKey = errors.New("solve: the constraint system has commitments, which need a key")
	// ErrUnsatisfied: the witness does not satisfy the constraint system. The error is gnark's,
	// whose text may have values of the witness.
	ErrUnsatisfied = solver.ErrUnsatisfied
	// ErrHint: a hint of the program's, not of gnark's, returned the error, which is wrapped. It
	// does not say whether the witness is right.
	ErrHint = solver.ErrHint
)

// Solve is gnark's method Solve, by this module's solver where it can. Options and results are the
// same, and errors wrap gnark's. With a gnark that is not a tested release, all constraints are
// checked besides. The solution is a *R1CSSolution or a *SparseR1CSSolution of gnark's package for
// the curve. ProveSolved of hooks/groth16 and hooks/plonk proves it.
//
// release returns the solution's memory to later solutions of the system. Nothing may use the
// solution then. To call it is optional.
//
// A system with commitments gives [ErrNeedsKey], unless an option overrides the hint that stands
// for them. Solve may be called concurrently for one system.
func Solve(
	ccs constraint.ConstraintSystem, fullWitness witness.Witness, opts ...gnark.Option,
) (solution any, release func(), err error) {
	if ccs == nil || fullWitness == nil || slices.ContainsFunc(opts, isNil) {
		return nil, nil, ErrInvalidInput
	}
	config, err := gnark.NewConfig(append(slices.Clone(opts), solver.Unproved())...)
	if err != nil {
		return nil, nil, err
	}
	s, err := compiled(ccs)
	if err != nil {
		return nil, nil, err
	}
	return s.solve(fullWitness, config)
}

func isNil(option gnark.Option) bool { return option == nil }

// Prepare translates a constraint system for this module's solver, and returns once that is done.
// Otherwise a first proof waits for that, and gnark's solver has a first witness without a proof.
// Programs call it while they read a key. A system that is left to gnark's solver is no error.
func Prepare(ccs constraint.ConstraintSystem) error { return PrepareIn("", ccs) }

// PrepareIn is [Prepare] with a folder, as WithPreparedFolder of hooks/groth16 describes it. The
// folder may have the translation of another process, which compared it with gnark's solver. Else
// the translation is written once this process has compared it, which the first proof does.
func PrepareIn(folder string, ccs constraint.ConstraintSystem) error {
	s, err := compiled(ccs)
	if err != nil {
		return err
	}
	in, err := prepared.Open(folder)
	if err == nil {
		s.Prepare(in)
	}
	return err
}

// Compare has gnark's solver and this module's solve a witness, and compares the solutions.
// Otherwise that follows the first witness. Compare returns once it is done. Programs call it ahead
// of solutions that no proof verifies: it makes commitments up. It does not say whether the witness
// is right. A wrong one compares nothing.
func Compare(
	ccs constraint.ConstraintSystem, fullWitness witness.Witness, opts ...gnark.Option,
) error {
	if slices.ContainsFunc(opts, isNil) {
		return ErrInvalidInput
	}
	s, err := compiled(ccs)
	if err == nil {
		err = s.fits(fullWitness)
	}
	if err != nil {
		return err
	}
	s.compare(fullWitness, opts)
	return nil
}

// system is a constraint system of any curve.
type system interface {
	Prepare(*prepared.Folder)
	compare(witness.Witness, []gnark.Option)
	fits(witness.Witness) error
	packed() *constraint.System
	solve(witness.Witness, gnark.Config) (solution any, release func(), err error)
}

var systems = []func(constraint.ConstraintSystem) system{
	adapt(bn254.Of), adapt(bls12377.Of), adapt(bls12381.Of), adapt(bw6761.Of),
}

// adapt returns a function that finds the systems of type S, over one curve.
func adapt[E any, S constraint.ConstraintSystem](
	of func(S) solver.System[E],
) func(constraint.ConstraintSystem) system {
	return func(ccs constraint.ConstraintSystem) system {
		if s, ok := ccs.(S); ok {
			return solvable[E]{of(s)}
		}
		return nil
	}
}

// compiled returns a system that is not empty.
func compiled(ccs constraint.ConstraintSystem) (system, error) {
	s, err := systemOf(ccs)
	if err == nil && ccs.GetCommitments() == nil {
		return nil, ErrInvalidInput
	}
	return s, err
}

func systemOf(ccs constraint.ConstraintSystem) (system, error) {
	if ccs == nil || reflect.ValueOf(ccs).IsZero() {
		return nil, ErrInvalidInput
	}
	for _, of := range systems {
		if s := of(ccs); s != nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrCurveNotSupported, curve.NameOf(ccs))
}

type solvable[E any] struct{ solver.System[E] }

func (s solvable[E]) compare(w witness.Witness, opts []gnark.Option) {
	s.Ahead(solver.Input[E]{Witness: w, Options: opts})
}

func (s solvable[E]) packed() *constraint.System { return s.System.System }

func (s solvable[E]) solve(w witness.Witness, config gnark.Config) (any, func(), error) {
	if len(s.packed().GetCommitments().CommitmentIndexes()) > 0 && !commits(&config) {
		return nil, nil, ErrNeedsKey
	}
	if err := s.fits(w); err != nil {
		return nil, nil, err
	}
	// An option commits.
	solution, err := s.Solve(context.Background(), solver.Input[E]{
		Witness: w, Options: []gnark.Option{solver.Configured(config, nil)},
	})
	if err != nil {
		return nil, nil, err
	}
	return s.Scalars.Gnarks(solution), solution.Release, nil
}

// fits refuses a witness over another field.
func (s solvable[E]) fits(w witness.Witness) error {
	if w == nil {
		return ErrInvalidInput
	}
	if _, ok := s.Scalars.Elements(w.Vector()); !ok {
		return fmt.Errorf("%w: not over the scalar field of the constraint system",
			witness.ErrInvalidWitness)
	}
	return nil
}

// commits reports whether an option overrides the hint that stands for commitments.
func commits(config *gnark.Config) bool {
	hint := config.HintFunctions[gnark.GetHintID(cs.Bsb22CommitmentComputePlaceholder)]
	placeholder := reflect.ValueOf(cs.Bsb22CommitmentComputePlaceholder)
	return hint != nil && reflect.ValueOf(hint).Pointer() != placeholder.Pointer()
}
