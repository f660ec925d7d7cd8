package proving

import (
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

var groth16Scheme = calls[groth16.ProvingKey, groth16.VerifyingKey, groth16.Proof]{
	ours: accelerated.Prove, gnarks: groth16.Prove, stream: accelerated.ProveStream,
	verify: groth16.Verify, release: accelerated.Release,
	newKeys: func(curve ecc.ID) (groth16.ProvingKey, groth16.VerifyingKey) {
		return groth16.NewProvingKey(curve), groth16.NewVerifyingKey(curve)
	},
}.complete(Scheme{
	Builder: r1cs.NewBuilder[constraint.U64], NewSystem: groth16.NewCS,
	Setups: setupsGroth16, Attach: attachGroth16, Unverified: accelerated.WithoutVerification(),
	Read: func(from io.Reader, to Key, how Reading) error {
		var options []accelerated.Option
		if how.Engine != nil {
			options = append(options, accelerated.WithEngine(how.Engine))
		}
		if how.Attached {
			options = append(options, accelerated.WithAttached())
		}
		if how.Folder != "" {
			options = append(options, accelerated.WithPreparedFolder(how.Folder))
		}
		_, err := accelerated.ReadKey(from, to.(groth16.ProvingKey), options...)
		return err
	},
})

func setupsGroth16(ccs constraint.ConstraintSystem, e *accel.Engine) (ours, gnarks Setup, _ error) {
	ours = setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return accelerated.Setup(ccs, accelerated.WithEngine(e))
	})
	return ours, setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return groth16.Setup(ccs)
	}), nil
}

// attachGroth16 keeps the verifying key from the prover if there is none.
func attachGroth16(k Keys, e *accel.Engine, ccs constraint.ConstraintSystem) error {
	options := []accelerated.Option{accelerated.WithEngine(e)}
	if k.Verifying != nil {
		verifying := k.Verifying.(groth16.VerifyingKey)
		options = append(options, accelerated.WithVerifyingKey(verifying))
	}
	if ccs != nil {
		options = append(options, accelerated.WithCircuit(ccs))
	}
	return accelerated.Attach(k.Proving.(groth16.ProvingKey), options...)
}
