package proving

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Key is a proving or a verifying key.
type Key interface {
	io.WriterTo
	io.ReaderFrom
	WriteRawTo(io.Writer) (int64, error)
}

// Keys are what a setup makes.
type Keys struct{ Proving, Verifying Key }

// Proof is a proof of gnark's type.
type Proof any

// Setup makes keys.
type Setup func() (Keys, error)

// Prove proves a witness.
type Prove func(constraint.ConstraintSystem, Keys, witness.Witness, ...backend.ProverOption) (
	Proof, error)

// Reading says how a proving key is read.
type Reading struct {
	Engine   *accel.Engine // nil for the default one
	Attached bool          // the key stays on the device
	Folder   string        // a prepared folder, or none
}

// Scheme is a proof system, by ours and by gnark.
type Scheme struct {
	Builder   frontend.NewBuilder
	NewSystem func(ecc.ID) constraint.ConstraintSystem
	NewKeys   func(ecc.ID) Keys // to be read

	// Setups returns both setups of a system, after what comes before a setup.
	Setups func(constraint.ConstraintSystem, *accel.Engine) (ours, gnarks Setup, err error)
	// SameKeys says that both setups make the same keys.
	SameKeys bool

	Read func(from io.Reader, to Key, how Reading) error
	// Attach loads keys onto the device, with the circuit unless that is nil.
	Attach  func(Keys, *accel.Engine, constraint.ConstraintSystem) error
	Release func(Keys) error

	Ours, Gnarks Prove
	Stream       func(context.Context, constraint.ConstraintSystem, Keys, <-chan witness.Witness,
		...backend.ProverOption) iter.Seq2[Proof, error]
	Verify func(Proof, Keys, witness.Witness) error
	// Unverified has proofs of ours leave without verification.
	Unverified backend.ProverOption
}

// Names of the schemes.
const (
	Groth16 = "groth16"
	PLONK   = "plonk"
)

// Lookup returns a scheme by its name.
func Lookup(name string) (*Scheme, error) {
	switch name {
	case Groth16:
		return &groth16Scheme, nil
	case PLONK:
		return &plonkScheme, nil
	}
	return nil, fmt.Errorf("unknown scheme %q: there are groth16, plonk", name)
}

// calls are gnark's functions, and ours in their place, over the types of a scheme.
type calls[PK, VK Key, P any] struct {
	ours, gnarks func(constraint.ConstraintSystem, PK, witness.Witness, ...backend.ProverOption) (
		P, error)
	stream func(context.Context, constraint.ConstraintSystem, PK, <-chan witness.Witness,
		...backend.ProverOption) iter.Seq2[P, error]
	verify  func(P, VK, witness.Witness, ...backend.VerifierOption) error
	newKeys func(ecc.ID) (PK, VK)
	release func(PK) error
}

// complete fills in what both schemes do alike.
func (c calls[PK, VK, P]) complete(s Scheme) Scheme {
	s.NewKeys = func(curve ecc.ID) Keys {
		proving, verifying := c.newKeys(curve)
		return Keys{proving, verifying}
	}
	s.Release = func(k Keys) error { return c.release(k.Proving.(PK)) }
	s.Ours, s.Gnarks = prove(c.ours), prove(c.gnarks)
	s.Verify = func(p Proof, k Keys, public witness.Witness) error {
		return c.verify(p.(P), k.Verifying.(VK), public)
	}
	s.Stream = func(ctx context.Context, ccs constraint.ConstraintSystem, k Keys,
		witnesses <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[Proof, error] {
		return func(yield func(Proof, error) bool) {
			for p, err := range c.stream(ctx, ccs, k.Proving.(PK), witnesses, opts...) {
				if !yield(p, err) {
					return
				}
			}
		}
	}
	return s
}

func prove[PK, P any](
	f func(constraint.ConstraintSystem, PK, witness.Witness, ...backend.ProverOption) (P, error),
) Prove {
	return func(ccs constraint.ConstraintSystem, k Keys, w witness.Witness,
		opts ...backend.ProverOption) (Proof, error) {
		return f(ccs, any(k.Proving).(PK), w, opts...)
	}
}

// setup is a setup without the types of its keys.
func setup[PK, VK Key](make func() (PK, VK, error)) Setup {
	return func() (Keys, error) {
		proving, verifying, err := make()
		return Keys{proving, verifying}, err
	}
}
