package proving

import (
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

var groth16Scheme = calls[
	groth16.ProvingKey, groth16.VerifyingKey, groth16.Proof, accelerated.Option,
]{
	ours: accelerated.Prove, gnarks: groth16.Prove, stream: accelerated.ProveStream,
	verify: groth16.Verify, release: accelerated.Release,
	read: accelerated.ReadKey, attach: accelerated.Attach,
	options: options[accelerated.Option]{
		accelerated.WithEngine, accelerated.WithAttached, accelerated.WithCircuit,
		accelerated.WithPreparedFolder,
	},
	verifying:  accelerated.WithVerifyingKey,
	newProving: groth16.NewProvingKey, newVerifying: groth16.NewVerifyingKey,
}.complete(Scheme{
	Name: Groth16, Builder: r1cs.NewBuilder[constraint.U64], NewSystem: groth16.NewCS,
	Plan:   accelerated.Plan,
	Setups: setupsGroth16, Unverified: accelerated.WithoutVerification(),
})

func setupsGroth16(
	ccs constraint.ConstraintSystem, e *accel.Engine,
) (ours, gnarks Setup, _ error) {
	ours = setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return accelerated.Setup(ccs, accelerated.WithEngine(e))
	})
	return ours, setup(func() (groth16.ProvingKey, groth16.VerifyingKey, error) {
		return groth16.Setup(ccs)
	}), nil
}
