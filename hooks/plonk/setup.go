package plonk

import (
	"errors"

	"github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Setup makes a system's keys from a reference string in both forms, as gnark's plonk.Setup. The
// keys are the same, byte for byte.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] leaves the
// proving key attached, with its circuit: its points cross the bus once. The keys keep the slices
// of the reference string, as gnark's do.
//
// Errors are [ErrCurveNotSupported], [ErrInvalidInput], also for a reference string that does not
// fit the system, and the failures of a strict engine.
func Setup(
	ccs constraint.ConstraintSystem, srs, srsLagrange kzg.SRS, opts ...Option,
) (plonk.ProvingKey, plonk.VerifyingKey, error) {
	s, err := provers.Read(settings.Options(opts))
	if err != nil {
		return nil, nil, err
	}
	p, err := provers.Of(proof.NameOfSystem, ccs)
	if err != nil {
		return nil, nil, err
	}
	pk, vk, err := p.Setup(ccs, srs, srsLagrange, s)
	if err != nil {
		return nil, nil, err
	}
	if s.Attached {
		s.Circuit, s.Progress = ccs, nil
		if err := p.Attach(pk, s); err != nil {
			return nil, nil, errors.Join(err, p.Release(pk))
		}
	}
	return pk.(plonk.ProvingKey), vk.(plonk.VerifyingKey), nil
}

// WithAttached has [Setup] and [ReadKey] attach the proving key, as [Attach] would. Setup attaches
// it with its circuit. Points that the device has checked for ReadKey wait there meanwhile, if they
// take at most an eighth of its memory, and are not sent again. On an engine of several devices
// that holds for the first of them.
func WithAttached() Option {
	return Option(settings.With(func(s *settings.Settings) { s.Attached = true }))
}
