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
	"github.com/gnark-accel/gnark-accel/hooks/internal/curvename"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
)

var (
	// ErrInvalidInput: an argument is nil.
	ErrInvalidInput = errors.New("solve: no constraint system, witness or reader")
	// ErrCurveNotSupported: no solver is over the system's field, which the message names.
	ErrCurveNotSupported = errors.New("solve: curve not supported")
	// ErrNeedsKey: the constraint system has commitments, which are computed with a proving key.
	// For Groth16 see Solve of package hooks/groth16; for PLONK there is Prove alone.
	ErrNeedsKey = errors.New("solve: the constraint system has commitments, which need a key")
)

// Solve is gnark's method Solve of a constraint system, by this module's solver where it can.
// Options, results and errors are the same. The solution is a *R1CSSolution or a
// *SparseR1CSSolution of gnark's package for the curve. ProveSolved of hooks/groth16 and
// hooks/plonk proves it.
//
// release gives the solution's memory back to later ones of the system. Nothing may use the
// solution then. To call it is optional.
//
// A system with commitments gives [ErrNeedsKey], unless an option overrides the hint that stands
// for them. Solve may be called concurrently for one system.
func Solve(
	ccs constraint.ConstraintSystem, fullWitness witness.Witness, opts ...gnark.Option,
) (solution any, release func(), err error) {
	isNil := func(option gnark.Option) bool { return option == nil }
	if ccs == nil || fullWitness == nil || slices.ContainsFunc(opts, isNil) {
		return nil, nil, ErrInvalidInput
	}
	config, err := gnark.NewConfig(opts...)
	if err != nil {
		return nil, nil, err
	}
	s, err := solverOf(ccs)
	if err != nil {
		return nil, nil, err
	}
	return s.solve(ccs, fullWitness, config)
}

// Prepare translates a constraint system for this module's solver, as its first proof does
// otherwise, and returns once that is done. Programs call it while they read a key. A system that
// is left to gnark's solver is no error.
func Prepare(ccs constraint.ConstraintSystem) error { return PrepareIn("", ccs) }

// PrepareIn is [Prepare] with a folder, as WithPreparedFolder of hooks/groth16 describes it. The
// folder has what another process translated and compared with gnark's solver. Else it is written
// once this process has compared it, which the first proof does.
func PrepareIn(folder string, ccs constraint.ConstraintSystem) error {
	s, err := solverOf(ccs)
	if err != nil {
		return err
	}
	in, err := prepared.Open(folder)
	if err != nil {
		return err
	}
	return s.prepare(ccs, in)
}

func solverOf(ccs constraint.ConstraintSystem) (*curve, error) {
	if ccs == nil {
		return nil, ErrInvalidInput
	}
	for i := range solvers {
		if solvers[i].serves(ccs) {
			return &solvers[i], nil
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrCurveNotSupported, curvename.Of(ccs))
}

// commits reports whether an option overrides the hint that stands for commitments.
func commits(config *gnark.Config) bool {
	hint := config.HintFunctions[gnark.GetHintID(cs.Bsb22CommitmentComputePlaceholder)]
	placeholder := reflect.ValueOf(cs.Bsb22CommitmentComputePlaceholder)
	return hint != nil && reflect.ValueOf(hint).Pointer() != placeholder.Pointer()
}

type curve struct {
	serves  func(constraint.ConstraintSystem) bool
	system  func(constraint.ConstraintSystem) *constraint.System
	prepare func(constraint.ConstraintSystem, *prepared.Folder) error
	solve   func(
		constraint.ConstraintSystem, witness.Witness, gnark.Config,
	) (solution any, release func(), err error)
}

var solvers = []curve{
	adapt(bn254.Of), adapt(bls12377.Of), adapt(bls12381.Of), adapt(bw6761.Of),
}

// adapt puts the solver of a curve's systems S behind gnark's interfaces.
func adapt[E machine.Element, S constraint.ConstraintSystem](of func(S) machine.System[E]) curve {
	check := func(ccs constraint.ConstraintSystem) error {
		var none S
		if ccs == constraint.ConstraintSystem(none) || ccs.GetCommitments() == nil {
			return ErrInvalidInput
		}
		return nil
	}
	return curve{
		serves: func(ccs constraint.ConstraintSystem) bool {
			_, ok := ccs.(S)
			return ok
		},
		system: func(ccs constraint.ConstraintSystem) *constraint.System {
			return of(ccs.(S)).System
		},
		prepare: func(ccs constraint.ConstraintSystem, in *prepared.Folder) error {
			if err := check(ccs); err != nil {
				return err
			}
			of(ccs.(S)).Prepare(in)
			return nil
		},
		solve: func(
			ccs constraint.ConstraintSystem, w witness.Witness, config gnark.Config,
		) (any, func(), error) {
			if err := check(ccs); err != nil {
				return nil, nil, err
			}
			if len(ccs.GetCommitments().CommitmentIndexes()) > 0 && !commits(&config) {
				return nil, nil, ErrNeedsKey
			}
			system := of(ccs.(S))
			if _, _, ok := system.Field.Values(w.Vector()); !ok {
				return nil, nil, fmt.Errorf("%w: not over the scalar field of %s",
					witness.ErrInvalidWitness, curvename.Of(ccs))
			}
			// An option commits.
			s, err := system.Solve(context.Background(), w, nil, solver.Configured(config, nil))
			if err != nil {
				return nil, nil, err
			}
			return s.Gnarks(), s.Release, nil
		},
	}
}
