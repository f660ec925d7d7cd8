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
	dump: groth16.ProvingKey.WriteDump, undump: groth16.ProvingKey.ReadDump,
	newKeys: func(curve ecc.ID) (groth16.ProvingKey, groth16.VerifyingKey) {
		return groth16.NewProvingKey(curve), groth16.NewVerifyingKey(curve)
	},
}.complete(Scheme{
	Name: Groth16, Builder: r1cs.NewBuilder[constraint.U64], NewSystem: groth16.NewCS,
	Plan:   accelerated.Plan,
	Setups: setupsGroth16, Attach: attachGroth16, Unverified: accelerated.WithoutVerification(),
	Read: func(from io.Reader, to Key, e *accel.Engine, attached bool) error {
		options := []accelerated.Option{accelerated.WithEngine(e)}
		if attached {
			options = append(options, accelerated.WithAttached())
		}
		_, err := accelerated.ReadKey(from, to.(groth16.ProvingKey), options...)
		return err
	},
})

func setupsGroth16(
	ccs constraint.ConstraintSystem, e *accel.Engine, tell Progress,
) (ours, gnarks Setup, _ error) {
	ours = setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return accelerated.Setup(ccs, accelerated.WithEngine(e), accelerated.WithProgress(tell))
	})
	return ours, setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return groth16.Setup(ccs)
	}), nil
}

// attachGroth16 keeps the verifying key from the prover if there is none.
func attachGroth16(
	k Keys, e *accel.Engine, ccs constraint.ConstraintSystem, tell Progress,
) error {
	options := []accelerated.Option{accelerated.WithEngine(e), accelerated.WithProgress(tell)}
	if k.Verifying != nil {
		verifying := k.Verifying.(groth16.VerifyingKey)
		options = append(options, accelerated.WithVerifyingKey(verifying))
	}
	if ccs != nil {
		options = append(options, accelerated.WithCircuit(ccs))
	}
	return accelerated.Attach(k.Proving.(groth16.ProvingKey), options...)
}
