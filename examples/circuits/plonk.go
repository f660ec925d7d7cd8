package main

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/testsrs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

type plonkScheme struct{}

func (plonkScheme) name() string { return "plonk" }

func (plonkScheme) builder() frontend.NewBuilder { return scs.NewBuilder[constraint.U64] }

// supports asks the hook to release a key that it has never seen, as for Groth16.
func (plonkScheme) supports(curve ecc.ID) error {
	return accelerated.Release(plonk.NewProvingKey(curve))
}

// setup makes a reference string of its own, whose secret this process has known: good for examples
// alone.
func (plonkScheme) setup(ccs constraint.ConstraintSystem, engine *accel.Engine, tell bar) (keys,
	error) {
	var k plonkKeys
	if engine == nil {
		canonical, lagrange, err := unsafekzg.NewSRS(ccs)
		if err != nil {
			return nil, err
		}
		k.proving, k.verifying, err = plonk.Setup(ccs, canonical, lagrange)
		return &k, err
	}
	canonical, lagrange, err := testsrs.New(ccs, engine)
	if err != nil {
		return nil, err
	}
	k.proving, k.verifying, err = accelerated.Setup(ccs, canonical, lagrange,
		accelerated.WithEngine(engine), accelerated.WithProgress(tell))
	return &k, err
}

func (plonkScheme) plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*accel.MemoryPlan,
	error) {
	return accelerated.Plan(ccs, opts...)
}

func (plonkScheme) emptyKeys(curve ecc.ID) keys {
	return &plonkKeys{proving: plonk.NewProvingKey(curve), verifying: plonk.NewVerifyingKey(curve)}
}

type plonkKeys struct {
	proving   plonk.ProvingKey
	verifying plonk.VerifyingKey
	folder    string // prepared, or none
}

func (k *plonkKeys) in(folder string) { k.folder = folder }

func (k *plonkKeys) attach(engine *accel.Engine, ccs constraint.ConstraintSystem, tell bar) error {
	options := []accelerated.Option{accelerated.WithEngine(engine),
		accelerated.WithCircuit(ccs), accelerated.WithProgress(tell)}
	if k.folder != "" {
		options = append(options, accelerated.WithPreparedFolder(k.folder))
	}
	return accelerated.Attach(k.proving, options...)
}

func (k *plonkKeys) release() error { return accelerated.Release(k.proving) }

func (k *plonkKeys) prove(ccs constraint.ConstraintSystem, full witness.Witness,
	opts ...backend.ProverOption) (proof, error) {
	p, err := accelerated.Prove(ccs, k.proving, full, opts...)
	return plonkProof{p, k.verifying}, err
}

func (k *plonkKeys) proveWithGnark(ccs constraint.ConstraintSystem, full witness.Witness,
	opts ...backend.ProverOption) (proof, error) {
	p, err := plonk.Prove(ccs, k.proving, full, opts...)
	return plonkProof{p, k.verifying}, err
}

func (k *plonkKeys) proveStream(ctx context.Context, ccs constraint.ConstraintSystem,
	full <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[proof, error] {
	return each(accelerated.ProveStream(ctx, ccs, k.proving, full, opts...),
		func(p plonk.Proof) proof { return plonkProof{p, k.verifying} })
}

func (k *plonkKeys) write(provingKey, verifyingKey io.Writer) error {
	_, err := k.verifying.WriteRawTo(verifyingKey)
	_, errProving := k.proving.WriteRawTo(provingKey)
	return errors.Join(errProving, err)
}

func (k *plonkKeys) read(provingKey, verifyingKey io.Reader) error {
	_, err := k.verifying.UnsafeReadFrom(verifyingKey)
	if k.folder != "" {
		_, errProving := accelerated.ReadKey(provingKey, k.proving,
			accelerated.WithPreparedFolder(k.folder))
		return errors.Join(errProving, err)
	}
	_, errProving := k.proving.UnsafeReadFrom(provingKey)
	return errors.Join(errProving, err)
}

type plonkProof struct {
	plonk.Proof
	verifying plonk.VerifyingKey
}

func (p plonkProof) verify(public witness.Witness) error {
	return plonk.Verify(p.Proof, p.verifying, public)
}
