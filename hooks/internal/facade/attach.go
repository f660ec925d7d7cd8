package facade

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Options converts a scheme's options of Attach, Setup and ReadKey to provers' options.
func Options[O ~func(*backend.ProverConfig) error](opts []O) []backend.ProverOption {
	all := make([]backend.ProverOption, len(opts))
	for i, opt := range opts {
		all[i] = backend.ProverOption(opt)
	}
	return all
}

// Read reads options of Attach, Setup and ReadKey.
func (s *Scheme[P, C]) Read(opts []backend.ProverOption) (*settings.Settings, error) {
	for i, opt := range opts {
		if opt == nil {
			return nil, fmt.Errorf("%w: option %d is nil", s.ErrInvalidInput, i)
		}
	}
	return settings.Read(opts...)
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
