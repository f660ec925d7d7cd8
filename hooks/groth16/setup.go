package groth16

import (
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Setup makes the keys of a constraint system, as gnark's groth16.Setup does. For the same
// randomness the keys are the same, byte for byte.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] leaves the
// proving key attached.
//
// Secrets of the setup, and the vectors that give them away, are overwritten in the memory of the
// program and of the device. Copies of single elements on stacks are not.
//
// Where the CPU makes the points, gnark-crypto does not do so, as it does not for gnark's own
// Setup: its BatchScalarMultiplication leaves the digits of all scalars on the heap until the
// memory is used again, and single scalars on the stacks of its goroutines.
//
// Errors are [ErrCurveNotSupported], [ErrInvalidInput], and the failures of a strict engine.
func Setup(ccs constraint.ConstraintSystem, opts ...Option) (
	groth16.ProvingKey, groth16.VerifyingKey, error) {
	s, err := provers.Read(settings.Options(opts))
	if err != nil {
		return nil, nil, err
	}
	p, err := provers.Of(proof.NameOfSystem, ccs)
	if err != nil {
		return nil, nil, err
	}
	pk, vk, err := p.Setup(ccs, s)
	if err != nil {
		return nil, nil, err
	}
	return pk.(groth16.ProvingKey), vk.(groth16.VerifyingKey), nil
}

// WithAttached has [Setup] and [ReadKey] attach the proving key, as [Attach] would. Setup attaches
// it with its circuit and its verifying key. Points that the device has made, or checked, wait
// there meanwhile, if they take at most an eighth of its memory, and are not sent again. On an
// engine of several devices that holds for the first of them.
func WithAttached() Option {
	return Option(settings.With(func(s *settings.Settings) { s.Attached = true }))
}
