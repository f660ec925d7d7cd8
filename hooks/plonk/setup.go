package plonk

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
)

// Setup makes the keys of a constraint system from a reference string in both forms, as gnark's
// plonk.Setup does. The keys are the same, byte for byte.
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
	c, err := configOf(opts)
	if err != nil {
		return nil, nil, err
	}
	if ccs == nil {
		return nil, nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	p, err := proverOf(ccs)
	if err != nil {
		return nil, nil, err
	}
	pk, vk, err := p.setup(ccs, srs, srsLagrange, c.engine, c.attached, c.progress)
	if err != nil {
		return nil, nil, err
	}
	if c.attached {
		if err := p.attach(pk, ccs, c.engine, nil); err != nil {
			return nil, nil, errors.Join(err, p.release(pk))
		}
	}
	return pk, vk, nil
}

// WithAttached has [Setup] attach the proving key with its circuit, and [ReadKey] the key that it
// read, as [Attach] would. Points that the device has checked for ReadKey wait there meanwhile, if
// they take at most an eighth of its memory, and are not sent again. On an engine of several
// devices that holds for the first of them.
func WithAttached() Option {
	return func(c *config) error {
		c.attached = true
		return nil
	}
}
