package plonk

import (
	"fmt"

	"github.com/consensys/gnark/backend/plonk"
	plonk_bls12377 "github.com/consensys/gnark/backend/plonk/bls12-377"
	plonk_bls12381 "github.com/consensys/gnark/backend/plonk/bls12-381"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	plonk_bw6761 "github.com/consensys/gnark/backend/plonk/bw6-761"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	bls12377 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/hooks/plonk/bw6-761"
)

// Option is a setting of [Attach].
type Option func(*config) error

type config struct {
	engine *accel.Engine
	ccs    constraint.ConstraintSystem
}

// WithEngine attaches the key to an engine. Without it a key that is attached stays with its engine, and another goes
// to [accel.Default]. The engine must stay open as long as the key is attached: release the key first.
func WithEngine(engine *accel.Engine) Option {
	return func(c *config) error {
		if engine == nil {
			return fmt.Errorf("%w: WithEngine without an engine", ErrInvalidInput)
		}
		c.engine = engine
		return nil
	}
}

// WithCircuit also prepares the constraint system that the key belongs to, which otherwise the first proof does beside its
// solver: its selectors and its permutation are read off it, interpolated on the device, and evaluated for all proofs, and the
// memory of a proof is taken. Services should use it: their first proof is as fast as the later ones then, but for what a driver
// does at a kernel's first launch.
func WithCircuit(ccs constraint.ConstraintSystem) Option {
	return func(c *config) error {
		if ccs == nil {
			return fmt.Errorf("%w: WithCircuit without a constraint system", ErrInvalidInput)
		}
		c.ccs = ccs
		return nil
	}
}

// Attach loads a key ahead of its first proof, so that no proof has to wait for it. Attaching a key again does nothing,
// unless the key was replaced or the engine is another: then it is loaded anew, and proofs under way finish with what
// they began with.
//
// A key of PLONK is no more than the points of its reference string; the circuit's polynomials are in no key of gnark's. They are
// prepared with [WithCircuit], or else by the first proof with the constraint system, while its solver runs: where that takes less
// time than the preparation, the proof waits for the rest.
//
// An error means that the key is not attached. Vectors that do not fit the device's memory are no error: they are
// sent with each proof, and the engine has logged it. With an engine that is not strict, want of a device, or of memory for
// even that, is none either: proofs are computed on the CPU, in part or in whole, and the engine has logged why.
func Attach(pk plonk.ProvingKey, opts ...Option) error {
	var c config
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return err
		}
	}
	switch key := pk.(type) {
	case nil:
		return fmt.Errorf("%w: no proving key", ErrInvalidInput)
	case *plonk_bn254.ProvingKey:
		return attach(bn254.Attach, key, c)
	case *plonk_bls12377.ProvingKey:
		return attach(bls12377.Attach, key, c)
	case *plonk_bls12381.ProvingKey:
		return attach(bls12381.Attach, key, c)
	case *plonk_bw6761.ProvingKey:
		return attach(bw6761.Attach, key, c)
	default:
		return notSupported(pk)
	}
}

// attach calls a curve's Attach if the constraint system, should there be one, is of the same curve.
func attach[K plonk.ProvingKey, S constraint.ConstraintSystem](f func(K, S, *accel.Engine) error, key K, c config) error {
	var system S
	if c.ccs != nil {
		var ok bool
		if system, ok = c.ccs.(S); !ok {
			return mismatch(c.ccs, key)
		}
	}
	return f(key, system, c.engine)
}

// Release frees what a key occupies on the device: at once, or, while proofs use it, after the last of them. It is no
// error if the key occupies nothing. A later [Prove] attaches the key again.
func Release(pk plonk.ProvingKey) error {
	switch key := pk.(type) {
	case nil:
		return fmt.Errorf("%w: no proving key", ErrInvalidInput)
	case *plonk_bn254.ProvingKey:
		return bn254.Release(key)
	case *plonk_bls12377.ProvingKey:
		return bls12377.Release(key)
	case *plonk_bls12381.ProvingKey:
		return bls12381.Release(key)
	case *plonk_bw6761.ProvingKey:
		return bw6761.Release(key)
	default:
		return notSupported(pk)
	}
}
