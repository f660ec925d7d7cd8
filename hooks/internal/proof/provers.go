package proof

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Provers are a scheme's over all curves. A prover is a C, and gnark's proofs are P. The methods
// are the common part of packages hooks/groth16 and hooks/plonk. They choose the prover over the
// curve of their arguments, and refuse arguments that are none.
type Provers[P any, C Prover] struct {
	All []C

	ErrCurveNotSupported, ErrInvalidInput, ErrKeyMismatch error
}

// Of returns the prover over the curve of a constraint system or a proving key. The string names
// the object in errors.
func (s *Provers[P, C]) Of(what string, object any) (none C, err error) {
	if object == nil {
		return none, fmt.Errorf("%w: no %s", s.ErrInvalidInput, what)
	}
	for _, p := range s.All {
		if p.Serves(object) {
			return p, nil
		}
	}
	return none, fmt.Errorf("%w: %s", s.ErrCurveNotSupported, curve.NameOf(object))
}

// The messages' names of the arguments.
const (
	NameOfSystem = "constraint system"
	NameOfKey    = "proving key"
)

// OfBoth returns the prover over the common curve of a system and a key, for a call with options.
func (s *Provers[P, C]) OfBoth(
	ccs constraint.ConstraintSystem, pk any, opts ...backend.ProverOption,
) (p C, err error) {
	if err := s.refuseNil(opts); err != nil {
		return p, err
	}
	if ccs != nil && pk == nil {
		return p, fmt.Errorf("%w: no %s", s.ErrInvalidInput, NameOfKey)
	}
	if p, err = s.Of(NameOfSystem, ccs); err != nil {
		return p, err
	}
	return p, s.same(p, ccs, pk)
}

// same returns an error unless a system and a key are over one curve. p is the prover over the
// curve of one of them.
func (s *Provers[P, C]) same(p C, ccs constraint.ConstraintSystem, pk any) error {
	if p.Serves(ccs) && p.Serves(pk) {
		return nil
	}
	return fmt.Errorf("%w: the system is over %s, the key over %s",
		s.ErrKeyMismatch, curve.NameOf(ccs), curve.NameOf(pk))
}

// forKey reads options, and returns the prover over a key's curve. The circuit must be over it too.
func (s *Provers[P, C]) forKey(
	pk any, opts []backend.ProverOption,
) (p C, read *settings.Settings, err error) {
	if read, err = s.Read(opts); err != nil {
		return p, nil, err
	}
	if p, err = s.Of(NameOfKey, pk); err == nil && read.Circuit != nil {
		err = s.same(p, read.Circuit, pk)
	}
	return p, read, err
}

// Attach is a scheme's function of that name.
func (s *Provers[P, C]) Attach(pk any, opts []backend.ProverOption) error {
	p, read, err := s.forKey(pk, opts)
	if err != nil {
		return err
	}
	return p.Attach(pk, read)
}

// Release is a scheme's function of that name.
func (s *Provers[P, C]) Release(pk any) error {
	p, err := s.Of(NameOfKey, pk)
	if err != nil {
		return err
	}
	return p.Release(pk)
}

// ReadKey is a scheme's function of that name.
func (s *Provers[P, C]) ReadKey(
	from io.Reader, pk any, opts []backend.ProverOption,
) (int64, error) {
	p, read, err := s.forKey(pk, opts)
	if err != nil {
		return 0, err
	}
	var translation parallel.Tasks
	if read.Attached && read.Circuit != nil {
		translation.Go(func() error {
			if !p.Translate(read.Circuit, read.Prepared) {
				return fmt.Errorf("%w: no %s", s.ErrInvalidInput, NameOfSystem)
			}
			return nil
		})
	}
	n, err := p.ReadKey(from, pk, read)
	if translated := translation.Wait(); err == nil {
		err = translated
	}
	return n, err
}

// Plan is a scheme's function of that name.
func (s *Provers[P, C]) Plan(
	ccs constraint.ConstraintSystem, opts []accel.Option,
) (*memory.Plan, error) {
	p, err := s.Of(NameOfSystem, ccs)
	if err != nil {
		return nil, err
	}
	r, err := group.NewDryRun(opts)
	if err != nil {
		return nil, err
	}
	return p.Plan(ccs, r)
}
