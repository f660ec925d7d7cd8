package proof

import (
	"context"
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Read reads options of Attach, Setup and ReadKey.
func (s *Provers[P, C]) Read(opts []backend.ProverOption) (*settings.Settings, error) {
	if err := s.refuseNil(opts); err != nil {
		return nil, err
	}
	return settings.Read(opts...)
}

func (s *Provers[P, C]) refuseNil(opts []backend.ProverOption) error {
	for i, opt := range opts {
		if opt == nil {
			return fmt.Errorf("%w: option %d is nil", s.ErrInvalidInput, i)
		}
	}
	return nil
}

// WithContext is a scheme's option of that name.
func (s *Provers[P, C]) WithContext(ctx context.Context) backend.ProverOption {
	return settings.Option(func(to *settings.Settings) error {
		switch {
		case ctx == nil:
			return fmt.Errorf("%w: WithContext without a context", s.ErrInvalidInput)
		case to.Context != context.Background():
			return fmt.Errorf("%w: a second context", s.ErrInvalidInput)
		}
		to.Context = ctx
		return nil
	})
}

// WithEngine is a scheme's option of that name.
func (s *Provers[P, C]) WithEngine(engine *accel.Engine) backend.ProverOption {
	return settings.Option(func(to *settings.Settings) error {
		if engine == nil {
			return fmt.Errorf("%w: WithEngine without an engine", s.ErrInvalidInput)
		}
		to.Engine = engine
		return nil
	})
}

// WithCircuit is a scheme's option of that name.
func (s *Provers[P, C]) WithCircuit(ccs constraint.ConstraintSystem) backend.ProverOption {
	return settings.Option(func(to *settings.Settings) error {
		if ccs == nil {
			return fmt.Errorf("%w: WithCircuit without a constraint system", s.ErrInvalidInput)
		}
		to.Circuit = ccs
		return nil
	})
}

// WithPreparedFolder is a scheme's option of that name.
func (s *Provers[P, C]) WithPreparedFolder(path string) backend.ProverOption {
	return settings.Option(func(to *settings.Settings) (err error) {
		if path == "" {
			return fmt.Errorf("%w: WithPreparedFolder without a folder", s.ErrInvalidInput)
		}
		to.Prepared, err = prepared.Open(path)
		return err
	})
}
