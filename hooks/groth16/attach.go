package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Option is a setting of [Attach].
type Option func(*config) error

type config struct{ engine *accel.Engine }

// WithEngine attaches the key to an engine.
//
// Without this option an attached key stays with its engine, and any other key goes to
// [accel.Default]. The engine must stay open while the key is attached: release the key first.
func WithEngine(engine *accel.Engine) Option {
	return func(c *config) error {
		if engine == nil {
			return fmt.Errorf("%w: WithEngine without an engine", ErrInvalidInput)
		}
		c.engine = engine
		return nil
	}
}

// Attach loads a key ahead of its first proof, which then does not wait for it.
//
// Attaching a key again does nothing, unless the key was replaced or the engine is another: then
// Attach loads the key anew, and proofs under way finish with the old one. The first proof uploads
// which wires meet which vector, and allocates the memory of the wires and of the quotient, while
// its solver runs.
//
// An error means that the key is not attached. Vectors that do not fit the device's memory are no
// error: each proof sends them, and the engine logs it. If the engine is not strict, a missing
// device, or memory too small even for that, is no error either: the CPU computes the proofs in
// part or in whole, and the engine logs why.
func Attach(pk groth16.ProvingKey, opts ...Option) error {
	var c config
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return err
		}
	}
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	return p.attach(pk, c.engine)
}

// Release frees the device memory of a key: at once, or after the last proof that uses it.
//
// A key that occupies nothing is no error. A later [Prove] attaches the key again.
func Release(pk groth16.ProvingKey) error {
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	return p.release(pk)
}
