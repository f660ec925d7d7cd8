// Package facade is the common part of packages hooks/groth16 and hooks/plonk. It chooses the
// prover over the curve of its arguments, and refuses arguments that are none.
package facade

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Scheme is a proof system with provers C over all curves, and gnark's proofs P.
type Scheme[P any, C proof.Prover] struct {
	Provers []C

	ErrCurveNotSupported, ErrInvalidInput, ErrKeyMismatch error
}

// Of returns the prover over the curve of a constraint system or a proving key. The string names
// the object in errors.
func (s *Scheme[P, C]) Of(what string, object any) (none C, err error) {
	if object == nil {
		return none, fmt.Errorf("%w: no %s", s.ErrInvalidInput, what)
	}
	for _, p := range s.Provers {
		if p.Serves(object) {
			return p, nil
		}
	}
	return none, fmt.Errorf("%w: %s", s.ErrCurveNotSupported, curve.NameOf(object))
}

// The messages' names of the arguments.
const (
	System = "constraint system"
	Key    = "proving key"
)

// OfBoth returns the prover over the common curve of a system and a key.
func (s *Scheme[P, C]) OfBoth(ccs constraint.ConstraintSystem, pk any) (p C, err error) {
	if ccs != nil && pk == nil {
		return p, fmt.Errorf("%w: no %s", s.ErrInvalidInput, Key)
	}
	if p, err = s.Of(System, ccs); err != nil {
		return p, err
	}
	return p, s.same(p, ccs, pk)
}

// same returns an error unless a system and a key are over one curve. p is the prover over the
// curve of one of them.
func (s *Scheme[P, C]) same(p C, ccs constraint.ConstraintSystem, pk any) error {
	if p.Serves(ccs) && p.Serves(pk) {
		return nil
	}
	return fmt.Errorf("%w: the system is over %s, the key over %s",
		s.ErrKeyMismatch, curve.NameOf(ccs), curve.NameOf(pk))
}

// Plan is a scheme's function of that name.
func (s *Scheme[P, C]) Plan(
	ccs constraint.ConstraintSystem, opts []accel.Option,
) (*memory.Plan, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no %s", s.ErrInvalidInput, System)
	}
	r, err := group.NewDryRun(opts)
	if err != nil {
		return nil, err
	}
	p, err := s.Of(System, ccs)
	if err != nil {
		return nil, err
	}
	return p.Plan(ccs, r)
}
