package solve

import (
	"context"
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/field"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// curve says how our solver is called for systems over a curve's scalar field.
type curve struct {
	id  ecc.ID
	new func(constraint.ConstraintSystem) subject
	// latencies are those of the scalar field, in nanoseconds.
	latencies func() (product, inversion float64)
}

// subject is our solver for one system.
type subject struct {
	// prepare translates the system, once.
	prepare func()
	// translate translates it again, and returns the bytes that the program occupies.
	translate func() (bytes uint64, err error)
	// arithmetic returns what no such program can do without.
	arithmetic func() (schedule.Arithmetic, error)
	// solve solves a witness, and returns a function that gives the buffers back.
	solve func(witness.Witness, ...solver.Option) (release func(), err error)
	// compare solves a witness with both solvers. It returns an error if they disagree.
	compare func(witness.Witness, ...solver.Option) error
}

// errGnark: the solver that was to be measured did not run.
var errGnark = errors.New("the system is left to gnark's solver")

// element is what a measurement asks of a pointer to an element of a scalar field.
type element[E any] interface {
	solvertest.Element[E]
	field.Scalar[E]
}

// curveOf returns a curve whose systems are of type S.
func curveOf[E machine.Element, P element[E], S constraint.ConstraintSystem](
	id ecc.ID, of func(S) machine.System[E],
) curve {
	subjectOf := func(c constraint.ConstraintSystem) subject {
		sys := of(c.(S))
		solve := func(w witness.Witness, opts []solver.Option) (*machine.Solution[E], error) {
			return sys.Solve(context.Background(), w, solvertest.Commitment[E, P], opts...)
		}
		return subject{
			prepare: sys.Prepare,
			translate: func() (uint64, error) {
				p, err := sys.Translate()
				if err != nil {
					return 0, err
				}
				return uint64(p.Bytes()), nil
			},
			arithmetic: func() (schedule.Arithmetic, error) {
				p, err := sys.Translate()
				if err != nil {
					return schedule.Arithmetic{}, err
				}
				return schedule.ArithmeticOf(p.Program, sys.System)
			},
			solve: func(w witness.Witness, opts ...solver.Option) (func(), error) {
				s, err := solve(w, append(opts, own.WithCheck(own.CheckNever)))
				if err != nil {
					return nil, err
				}
				if s.Solver != own.Own {
					return nil, errGnark
				}
				return s.Release, nil
			},
			compare: func(w witness.Witness, opts ...solver.Option) error {
				_, err := solve(w, append(opts, own.WithCheck(own.CheckAlways)))
				return err
			},
		}
	}
	return curve{id, subjectOf, latencies[E, P]}
}
