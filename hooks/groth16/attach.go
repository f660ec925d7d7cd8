package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Option is a setting of [Attach], [Setup] and [ReadKey].
type Option func(*backend.ProverConfig) error

// WithEngine attaches the key to an engine.
//
// Without this option an attached key stays with its engine, and any other key goes to
// [accel.Default]. The engine must stay open while the key is attached: release the key first.
func WithEngine(engine *accel.Engine) Option {
	return Option(settings.Option(func(s *settings.Settings) error {
		if engine == nil {
			return fmt.Errorf("%w: WithEngine without an engine", ErrInvalidInput)
		}
		s.Engine = engine
		return nil
	}))
}

// WithCircuit prepares the key's constraint system too, as the first proofs do otherwise.
//
// Preparing translates the system for the solver, uploads which wires meet which vector of the key,
// and allocates the memory of the wires and of the quotient. Services should use this option: the
// first proof is solved by gnark's solver all the same, and the second one by ours.
func WithCircuit(ccs constraint.ConstraintSystem) Option {
	return Option(settings.Option(func(s *settings.Settings) error {
		if ccs == nil {
			return fmt.Errorf("%w: WithCircuit without a constraint system", ErrInvalidInput)
		}
		s.Circuit = ccs
		return nil
	}))
}

// Attach loads a key ahead of its first proof, which then does not wait for it.
//
// Attaching a key again does nothing, unless the key was replaced or the engine is another: then
// Attach loads the key anew, and proofs under way finish with the old one. A verifying key moves to
// another engine with its proving key. What belongs to the circuit is prepared [WithCircuit], or
// else by the first proof while its solver runs.
//
// An error means that the key is not attached. Vectors that do not fit the device's memory are no
// error: each proof sends them, and the engine logs it. If the engine is not strict, a missing
// device, or memory too small even for that, is no error either: the CPU computes the proofs in
// part or in whole, and the engine logs why.
func Attach(pk groth16.ProvingKey, opts ...Option) error {
	s, err := settingsOf(opts)
	if err != nil {
		return err
	}
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	if s.Circuit != nil && !p.serves(s.Circuit) {
		return mismatch(s.Circuit, pk)
	}
	return p.attach(pk, s.Circuit, s.Engine, s.VerifyingKey)
}

// settingsOf reads options.
func settingsOf(opts []Option) (*settings.Settings, error) {
	all := make([]backend.ProverOption, len(opts))
	for i, opt := range opts {
		all[i] = backend.ProverOption(opt)
	}
	return settings.Read(all...)
}

// Release frees the device memory of a key: at once, or after the last proof that uses it.
//
// A key that occupies nothing is no error. A later [Prove] attaches the key again, without the
// verifying key that [Attach] was given.
func Release(pk groth16.ProvingKey) error {
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	return p.release(pk)
}
