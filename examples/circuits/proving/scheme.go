// Package proving has both proof systems, by ours and by gnark.
package proving

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
)

// Key is a proving or a verifying key.
type Key interface {
	io.WriterTo
	io.ReaderFrom
	WriteRawTo(io.Writer) (int64, error)
}

// Keys are the two keys that a setup makes.
type Keys struct{ Proving, Verifying Key }

// Proof is a proof of gnark's type.
type Proof any

// Setup makes keys.
type Setup func() (Keys, error)

// Prove proves a witness.
type Prove func(constraint.ConstraintSystem, Keys, witness.Witness, ...backend.ProverOption) (
	Proof, error)

// Loading says how a key is read, or loaded onto the device.
type Loading struct {
	Engine   *accel.Engine               // nil for the default one
	Attached bool                        // the key that is read stays on the device
	Circuit  constraint.ConstraintSystem // to be loaded with the key; nil for none
	Folder   string                      // a prepared folder, or none
}

// Scheme is a proof system, by ours and by gnark.
type Scheme struct {
	Name      string
	Builder   frontend.NewBuilder
	NewSystem func(ecc.ID) constraint.ConstraintSystem
	NewKeys   func(ecc.ID) Keys // to be read
	// Plan distributes a device's memory over the key and the proofs.
	Plan func(constraint.ConstraintSystem, ...accel.Option) (*memory.Plan, error)

	// Setups returns both setups of a system, after the work before a setup. Without an engine
	// only gnark's counts.
	Setups func(constraint.ConstraintSystem, *accel.Engine) (ours, gnarks Setup, err error)
	// SameKeys says that both setups make the same keys.
	SameKeys bool

	// Read reads a proving key.
	Read func(from io.Reader, to Key, how Loading) error
	// Attach loads keys onto the device.
	Attach  func(Keys, Loading) error
	Release func(Keys) error

	Ours, Gnarks Prove
	// StreamOf proves a witness n times as one stream of ours.
	StreamOf func(_ context.Context, n int, _ constraint.ConstraintSystem, _ Keys,
		_ witness.Witness, _ ...backend.ProverOption) ([]Proof, error)
	Verify func(Proof, Keys, witness.Witness) error
	// Unverified has proofs of ours leave without verification.
	Unverified backend.ProverOption
}

// Names of the schemes.
const (
	Groth16 = "groth16"
	PLONK   = "plonk"
)

// Schemes are all schemes.
var Schemes = []*Scheme{&groth16Scheme, &plonkScheme}

// Names are the names of all schemes.
func Names() (names []string) {
	for _, s := range Schemes {
		names = append(names, s.Name)
	}
	return names
}

// Lookup returns a scheme by its name.
func Lookup(name string) (*Scheme, error) {
	for _, s := range Schemes {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("unknown scheme %q: there are %s", name, strings.Join(Names(), ", "))
}

// calls are gnark's functions, and ours in their place, over the types of a scheme.
type calls[PK, VK Key, P any, O option] struct {
	ours, gnarks func(constraint.ConstraintSystem, PK, witness.Witness, ...backend.ProverOption) (
		P, error)
	stream func(context.Context, constraint.ConstraintSystem, PK, <-chan witness.Witness,
		...backend.ProverOption) iter.Seq2[P, error]
	verify       func(P, VK, witness.Witness, ...backend.VerifierOption) error
	newProving   func(ecc.ID) PK
	newVerifying func(ecc.ID) VK
	release      func(PK) error
	read         func(io.Reader, PK, ...O) (int64, error)
	attach       func(PK, ...O) error
	options      options[O]
	// verifying is the option that has proofs verified by a key; nil without one.
	verifying func(VK) func(*backend.ProverConfig) error
}

// option is gnark's type of options under the names of both schemes.
type option interface {
	~func(*backend.ProverConfig) error
}

// options are a scheme's options of reading and loading a key.
type options[O option] struct {
	engine   func(*accel.Engine) O
	attached func() O
	circuit  func(constraint.ConstraintSystem) O
	folder   func(string) O
}

func (o options[O]) of(how Loading) (all []O) {
	if how.Engine != nil {
		all = append(all, o.engine(how.Engine))
	}
	if how.Attached {
		all = append(all, o.attached())
	}
	if how.Circuit != nil {
		all = append(all, o.circuit(how.Circuit))
	}
	if how.Folder != "" {
		all = append(all, o.folder(how.Folder))
	}
	return all
}

// complete fills in the functions that both schemes have alike.
func (c calls[PK, VK, P, O]) complete(s Scheme) Scheme {
	s.NewKeys = func(curve ecc.ID) Keys {
		return Keys{c.newProving(curve), c.newVerifying(curve)}
	}
	s.Release = func(k Keys) error { return c.release(k.Proving.(PK)) }
	s.Read = func(from io.Reader, to Key, how Loading) error {
		_, err := c.read(from, to.(PK), c.options.of(how)...)
		return err
	}
	s.Attach = func(k Keys, how Loading) error {
		options := c.options.of(how)
		if vk, ok := k.Verifying.(VK); ok && c.verifying != nil {
			options = append(options, O(c.verifying(vk)))
		}
		return c.attach(k.Proving.(PK), options...)
	}
	s.Ours, s.Gnarks = prove(c.ours), prove(c.gnarks)
	s.Verify = func(p Proof, k Keys, public witness.Witness) error {
		return c.verify(p.(P), k.Verifying.(VK), public)
	}
	s.StreamOf = c.streamOf
	return s
}

func (c calls[PK, VK, P, O]) streamOf(ctx context.Context, n int, ccs constraint.ConstraintSystem,
	k Keys, full witness.Witness, opts ...backend.ProverOption) (proofs []Proof, err error) {
	witnesses := make(chan witness.Witness, n)
	for range n {
		witnesses <- full
	}
	close(witnesses)
	for p, err := range c.stream(ctx, ccs, k.Proving.(PK), witnesses, opts...) {
		if err != nil {
			return proofs, fmt.Errorf("proof %d: %w", len(proofs)+1, err)
		}
		proofs = append(proofs, p)
	}
	return proofs, nil
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
