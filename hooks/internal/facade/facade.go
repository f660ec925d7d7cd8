// Package facade is the common part of packages hooks/groth16 and hooks/plonk. It chooses the
// prover over the curve of its arguments, and refuses arguments that are none.
package facade

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
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

// forKey reads options, and returns the prover over a key's curve. The circuit must be over it too.
func (s *Scheme[P, C]) forKey(
	pk any, opts []backend.ProverOption,
) (p C, read *settings.Settings, err error) {
	if read, err = s.Read(opts); err != nil {
		return p, nil, err
	}
	if p, err = s.Of(Key, pk); err == nil && read.Circuit != nil {
		err = s.same(p, read.Circuit, pk)
	}
	return p, read, err
}

// Attach is a scheme's function of that name.
func (s *Scheme[P, C]) Attach(pk any, opts []backend.ProverOption) error {
	p, read, err := s.forKey(pk, opts)
	if err != nil {
		return err
	}
	return p.Attach(pk, read)
}

// Release is a scheme's function of that name.
func (s *Scheme[P, C]) Release(pk any) error {
	p, err := s.Of(Key, pk)
	if err != nil {
		return err
	}
	return p.Release(pk)
}

// ReadKey is a scheme's function of that name.
func (s *Scheme[P, C]) ReadKey(from io.Reader, pk any, opts []backend.ProverOption) (int64, error) {
	p, read, err := s.forKey(pk, opts)
	if err != nil {
		return 0, err
	}
	var translation parallel.Tasks
	if read.Attached && read.Circuit != nil {
		translation.Go(func() error { return solve.PrepareIn(read.Prepared.Path(), read.Circuit) })
	}
	n, err := p.ReadKey(from, pk, read)
	if translated := translation.Wait(); err == nil {
		err = translated
	}
	return n, err
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
