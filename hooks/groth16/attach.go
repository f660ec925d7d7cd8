package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend/groth16"
	groth16_bls12377 "github.com/consensys/gnark/backend/groth16/bls12-377"
	groth16_bls12381 "github.com/consensys/gnark/backend/groth16/bls12-381"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	groth16_bw6761 "github.com/consensys/gnark/backend/groth16/bw6-761"
	"github.com/gnark-accel/gnark-accel/accel"
	bls12377 "github.com/gnark-accel/gnark-accel/hooks/groth16/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/groth16/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/hooks/groth16/bw6-761"
)

// Option is a setting of [Attach].
type Option func(*config) error

type config struct{ engine *accel.Engine }

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

// Attach loads a key ahead of its first proof, so that no proof has to wait for it. Attaching a key again does nothing,
// unless the key was replaced or the engine is another: then it is loaded anew, and proofs under way finish with what
// they began with. What the first proof finds out about its constraint system, which wires meet which vector, it has on the device
// before its solver ends, with the tables of the quotient and the memory of the wires.
//
// An error means that the key is not attached. Vectors that do not fit the device's memory are no error: they are
// sent with each proof, and the engine has logged it. With an engine that is not strict, want of a device, or of memory for
// even that, is none either: proofs are computed on the CPU, in part or in whole, and the engine has logged why.
func Attach(pk groth16.ProvingKey, opts ...Option) error {
	var c config
	for _, opt := range opts {
		if err := opt(&c); err != nil {
			return err
		}
	}
	switch key := pk.(type) {
	case nil:
		return fmt.Errorf("%w: no proving key", ErrInvalidInput)
	case *groth16_bn254.ProvingKey:
		return bn254.Attach(key, c.engine)
	case *groth16_bls12377.ProvingKey:
		return bls12377.Attach(key, c.engine)
	case *groth16_bls12381.ProvingKey:
		return bls12381.Attach(key, c.engine)
	case *groth16_bw6761.ProvingKey:
		return bw6761.Attach(key, c.engine)
	default:
		return notSupported(pk)
	}
}

// Release frees what a key occupies on the device: at once, or, while proofs use it, after the last of them. It is no
// error if the key occupies nothing. A later [Prove] attaches the key again.
func Release(pk groth16.ProvingKey) error {
	switch key := pk.(type) {
	case nil:
		return fmt.Errorf("%w: no proving key", ErrInvalidInput)
	case *groth16_bn254.ProvingKey:
		return bn254.Release(key)
	case *groth16_bls12377.ProvingKey:
		return bls12377.Release(key)
	case *groth16_bls12381.ProvingKey:
		return bls12381.Release(key)
	case *groth16_bw6761.ProvingKey:
		return bw6761.Release(key)
	default:
		return notSupported(pk)
	}
}
