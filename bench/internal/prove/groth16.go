package prove

import (
	"context"
	"iter"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

var (
	groth16Scheme  = scheme{r1cs.NewBuilder[constraint.U64], setUpGroth16, accelerated.Plan}
	groth16Keyless = scheme{r1cs.NewBuilder[constraint.U64],
		func(ccs constraint.ConstraintSystem, e *accel.Engine) (keys, error) {
			k, err := setUpGroth16(ccs, e)
			return keylessKeys{k.(*groth16Keys)}, err
		}, accelerated.Plan}
)

func setUpGroth16(ccs constraint.ConstraintSystem, e *accel.Engine) (keys, error) {
	proving, verifying, err := accelerated.Setup(ccs, accelerated.WithEngine(e))
	return &groth16Keys{proving, verifying}, err
}

type groth16Keys struct {
	proving   groth16.ProvingKey
	verifying groth16.VerifyingKey
}

func (k *groth16Keys) attach(e *accel.Engine, _ constraint.ConstraintSystem) error {
	return accelerated.Attach(k.proving, accelerated.WithEngine(e),
		accelerated.WithVerifyingKey(k.verifying))
}

func (*groth16Keys) unverified() backend.ProverOption { return accelerated.WithoutVerification() }

// keylessKeys keep the verifying key from the prover.
type keylessKeys struct{ *groth16Keys }

func (k keylessKeys) attach(e *accel.Engine, _ constraint.ConstraintSystem) error {
	return accelerated.Attach(k.proving, accelerated.WithEngine(e))
}

func (k keylessKeys) ours(ccs constraint.ConstraintSystem, w witness.Witness,
	opts ...backend.ProverOption) (verifier, error) {
	return k.groth16Keys.ours(ccs, w, append(slices.Clip(opts), accelerated.WithTrustedKey())...)
}

func (k keylessKeys) stream(ctx context.Context, ccs constraint.ConstraintSystem,
	witnesses <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[verifier, error] {
	return k.groth16Keys.stream(ctx, ccs, witnesses,
		append(slices.Clip(opts), accelerated.WithTrustedKey())...)
}

func (k *groth16Keys) release() error { return accelerated.Release(k.proving) }

func (k *groth16Keys) ours(ccs constraint.ConstraintSystem, w witness.Witness,
	opts ...backend.ProverOption) (verifier, error) {
	p, err := accelerated.Prove(ccs, k.proving, w, opts...)
	return k.verifier(p), err
}

func (k *groth16Keys) gnarks(ccs constraint.ConstraintSystem, w witness.Witness,
	opts ...backend.ProverOption) (verifier, error) {
	p, err := groth16.Prove(ccs, k.proving, w, opts...)
	return k.verifier(p), err
}

func (k *groth16Keys) stream(ctx context.Context, ccs constraint.ConstraintSystem,
	witnesses <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[verifier, error] {
	return verifiers(accelerated.ProveStream(ctx, ccs, k.proving, witnesses, opts...), k.verifier)
}

func (k *groth16Keys) verifier(p groth16.Proof) verifier {
	return func(public witness.Witness) error { return groth16.Verify(p, k.verifying, public) }
}
