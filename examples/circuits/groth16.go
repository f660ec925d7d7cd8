package main

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

type groth16Scheme struct{}

func (groth16Scheme) name() string { return "groth16" }

func (groth16Scheme) builder() frontend.NewBuilder { return r1cs.NewBuilder[constraint.U64] }

// supports asks the hook to release a key that it has never seen. That does nothing, or says that
// the curve is none of the hook's.
func (groth16Scheme) supports(curve ecc.ID) error {
	return accelerated.Release(groth16.NewProvingKey(curve))
}

func (groth16Scheme) setup(ccs constraint.ConstraintSystem, engine *accel.Engine, tell bar) (keys,
	error) {
	var k groth16Keys
	var err error
	if engine == nil {
		k.proving, k.verifying, err = groth16.Setup(ccs)
	} else {
		k.proving, k.verifying, err = accelerated.Setup(ccs, accelerated.WithEngine(engine),
			accelerated.WithProgress(tell))
	}
	return &k, err
}

func (groth16Scheme) plan(ccs constraint.ConstraintSystem, opts ...accel.Option) (*accel.MemoryPlan,
	error) {
	return accelerated.Plan(ccs, opts...)
}

func (groth16Scheme) emptyKeys(curve ecc.ID) keys {
	return &groth16Keys{
		proving: groth16.NewProvingKey(curve), verifying: groth16.NewVerifyingKey(curve),
	}
}

type groth16Keys struct {
	proving   groth16.ProvingKey
	verifying groth16.VerifyingKey
	folder    string // prepared, or none
}

func (k *groth16Keys) in(folder string) { k.folder = folder }

func (k *groth16Keys) attach(engine *accel.Engine, ccs constraint.ConstraintSystem,
	tell bar) error {
	options := []accelerated.Option{accelerated.WithEngine(engine),
		accelerated.WithVerifyingKey(k.verifying), accelerated.WithProgress(tell)}
	if k.folder != "" {
		options = append(options, accelerated.WithCircuit(ccs),
			accelerated.WithPreparedFolder(k.folder))
	}
	return accelerated.Attach(k.proving, options...)
}

func (k *groth16Keys) release() error { return accelerated.Release(k.proving) }

func (k *groth16Keys) prove(ccs constraint.ConstraintSystem, full witness.Witness,
	opts ...backend.ProverOption) (proof, error) {
	p, err := accelerated.Prove(ccs, k.proving, full, opts...)
	return groth16Proof{p, k.verifying}, err
}

func (k *groth16Keys) proveWithGnark(ccs constraint.ConstraintSystem, full witness.Witness,
	opts ...backend.ProverOption) (proof, error) {
	p, err := groth16.Prove(ccs, k.proving, full, opts...)
	return groth16Proof{p, k.verifying}, err
}

func (k *groth16Keys) proveStream(ctx context.Context, ccs constraint.ConstraintSystem,
	full <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[proof, error] {
	return each(accelerated.ProveStream(ctx, ccs, k.proving, full, opts...),
		func(p groth16.Proof) proof { return groth16Proof{p, k.verifying} })
}

func (k *groth16Keys) write(provingKey, verifyingKey io.Writer) error {
	_, err := k.verifying.WriteRawTo(verifyingKey)
	if k.folder != "" {
		_, errProving := k.proving.WriteRawTo(provingKey)
		return errors.Join(errProving, err)
	}
	return errors.Join(k.proving.WriteDump(provingKey), err)
}

func (k *groth16Keys) read(provingKey, verifyingKey io.Reader) error {
	_, err := k.verifying.UnsafeReadFrom(verifyingKey)
	if k.folder != "" {
		_, errProving := accelerated.ReadKey(provingKey, k.proving,
			accelerated.WithPreparedFolder(k.folder))
		return errors.Join(errProving, err)
	}
	return errors.Join(k.proving.ReadDump(provingKey), err)
}

type groth16Proof struct {
	groth16.Proof
	verifying groth16.VerifyingKey
}

func (p groth16Proof) verify(public witness.Witness) error {
	return groth16.Verify(p.Proof, p.verifying, public)
}
