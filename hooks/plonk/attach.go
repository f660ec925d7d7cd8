package plonk

import (
	"fmt"

	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Option is a setting of [Attach], [Setup] and [ReadKey].
type Option func(*config) error

type config struct {
	engine   *accel.Engine
	ccs      constraint.ConstraintSystem
	attached bool
	progress func(done, total int64)
}

// configOf reads options.
func configOf(opts []Option) (c config, err error) {
	for i, opt := range opts {
		if opt == nil {
			return c, fmt.Errorf("%w: option %d is nil", ErrInvalidInput, i)
		}
		if err := opt(&c); err != nil {
			return c, err
		}
	}
	return c, nil
}

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

// WithCircuit prepares the key's constraint system too, as the first proofs do otherwise.
//
// Preparing translates the system for the solver, reads the selectors and the permutation off it,
// interpolates them on the device, evaluates them for all proofs, and allocates the memory of a
// proof. Services should use this option: their first proof is then as fast as later ones, but for
// gnark's solver, which solves the first witness, and the driver's work at a kernel's first launch.
func WithCircuit(ccs constraint.ConstraintSystem) Option {
	return func(c *config) error {
		if ccs == nil {
			return fmt.Errorf("%w: WithCircuit without a constraint system", ErrInvalidInput)
		}
		c.ccs = ccs
		return nil
	}
}

// WithProgress has [Setup], [ReadKey] and [Attach] tell how far they are.
//
// They count bytes of the key's points, or of its file. The total is 0 while a file's length is
// unknown. It grows where another step follows, as with [WithAttached]. Calls come one at a time,
// from any goroutine, and are waited for.
func WithProgress(tell func(done, total int64)) Option {
	return func(c *config) error {
		c.progress = tell
		return nil
	}
}

// Attach loads a key ahead of its first proof, which then does not wait for it.
//
// Attaching a key again does nothing, unless the key was replaced or the engine is another: then
// Attach loads the key anew, and proofs under way finish with the old one.
//
// A key of PLONK holds the points of its reference string. gnark keeps the circuit's polynomials in
// no key: [WithCircuit] prepares them, or else the first proof does while its solver runs, and
// waits for the rest if the solver ends first.
//
// An error means that the key is not attached. Vectors that do not fit the device's memory are no
// error: each proof sends them, and the engine logs it. If the engine is not strict, a missing
// device, or memory too small even for that, is no error either: the CPU computes the proofs in
// part or in whole, and the engine logs why.
func Attach(pk plonk.ProvingKey, opts ...Option) error {
	c, err := configOf(opts)
	if err != nil {
		return err
	}
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	if c.ccs != nil && !p.serves(c.ccs) {
		return mismatch(c.ccs, pk)
	}
	return p.attach(pk, c.ccs, c.engine, c.progress)
}

// Release frees the device memory of a key: at once, or after the last proof that uses it.
//
// A key that occupies nothing is no error. A later [Prove] attaches the key again.
func Release(pk plonk.ProvingKey) error {
	p, err := proverOfKey(pk)
	if err != nil {
		return err
	}
	return p.release(pk)
}
