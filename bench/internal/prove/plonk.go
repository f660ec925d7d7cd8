package prove

import (
	"context"
	"iter"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/testsrs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// plonkScheme makes a reference string of its own for each circuit. This process has known its
// secret, so that it is good for measurements alone.
var plonkScheme = scheme{scs.NewBuilder[constraint.U64],
	func(ccs constraint.ConstraintSystem, e *accel.Engine) (keys, error) {
		canonical, lagrange, err := testsrs.New(ccs, e)
		if err != nil {
			return nil, err
		}
		proving, verifying, err := accelerated.Setup(ccs, canonical, lagrange,
			accelerated.WithEngine(e))
		return &plonkKeys{proving, verifying}, err
	}, accelerated.Plan}

type plonkKeys struct {
	proving   plonk.ProvingKey
	verifying plonk.VerifyingKey
}

func (k *plonkKeys) attach(e *accel.Engine, ccs constraint.ConstraintSystem) error {
	options := []accelerated.Option{accelerated.WithEngine(e)}
	if ccs != nil {
		options = append(options, accelerated.WithCircuit(ccs))
	}
	return accelerated.Attach(k.proving, options...)
}

func (*plonkKeys) unverified() backend.ProverOption { return accelerated.WithoutVerification() }

func (k *plonkKeys) release() error { return accelerated.Release(k.proving) }

func (k *plonkKeys) ours(ccs constraint.ConstraintSystem, w witness.Witness,
	opts ...backend.ProverOption) (verifier, error) {
	p, err := accelerated.Prove(ccs, k.proving, w, opts...)
	return k.verifier(p), err
}

func (k *plonkKeys) gnarks(ccs constraint.ConstraintSystem, w witness.Witness,
	opts ...backend.ProverOption) (verifier, error) {
	p, err := plonk.Prove(ccs, k.proving, w, opts...)
	return k.verifier(p), err
}

func (k *plonkKeys) stream(ctx context.Context, ccs constraint.ConstraintSystem,
	witnesses <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[verifier, error] {
	return verifiers(accelerated.ProveStream(ctx, ccs, k.proving, witnesses, opts...), k.verifier)
}

func (k *plonkKeys) verifier(p plonk.Proof) verifier {
	return func(public witness.Witness) error { return plonk.Verify(p, k.verifying, public) }
}
