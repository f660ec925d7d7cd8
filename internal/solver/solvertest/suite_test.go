package solvertest

import (
	"context"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
)

// Suite is our solver over one curve's scalar field. Its methods are the tests of such a solver.
type Suite[E machine.Element, P Element[E]] struct {
	Curve ecc.ID
	of    func(constraint.ConstraintSystem) machine.System[E]
}

// New returns the suite of a curve, whose systems have type S.
func New[E machine.Element, P Element[E], S constraint.ConstraintSystem](
	curve ecc.ID, of func(S) machine.System[E],
) Suite[E, P] {
	return Suite[E, P]{curve, func(c constraint.ConstraintSystem) machine.System[E] {
		return of(c.(S))
	}}
}

// job returns the job of solving a case's valid witness, with more options.
func (s Suite[E, P]) job(c *Case, options ...solver.Option) *machine.Job[E] {
	return s.of(c.System).Job(context.Background(), c.Valid, nil, with(c, options...)...)
}

// with returns a case's options and others.
func with(c *Case, options ...solver.Option) []solver.Option {
	return append(slices.Clone(c.Options), options...)
}

// equal compares all elements with those of gnark's solution. Those behind A, B and C must be zero.
func equal[E machine.Element](have, want *machine.Solution[E]) error {
	ours, gnarks := have.Vectors(), want.Vectors()
	for i := range gnarks {
		if err := own.Equal(i, ours[i], gnarks[i]); err != nil {
			return err
		}
		rest := ours[i][len(ours[i]):cap(ours[i])]
		if !have.Sparse && !slices.Equal(rest, make([]E, len(rest))) {
			return fmt.Errorf("vector %d has no zeros behind its end", i)
		}
	}
	return nil
}
