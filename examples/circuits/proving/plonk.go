package proving

import (
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

var plonkScheme = calls[
	plonk.ProvingKey, plonk.VerifyingKey, plonk.Proof, accelerated.Option,
]{
	ours: accelerated.Prove, gnarks: plonk.Prove, stream: accelerated.ProveStream,
	verify: plonk.Verify, release: accelerated.Release,
	read: accelerated.ReadKey, attach: accelerated.Attach,
	options: options[accelerated.Option]{
		accelerated.WithEngine, accelerated.WithAttached, accelerated.WithCircuit,
		accelerated.WithPreparedFolder,
	},
	newProving: plonk.NewProvingKey, newVerifying: plonk.NewVerifyingKey,
}.complete(Scheme{
	Name: PLONK, Builder: scs.NewBuilder[constraint.U64], NewSystem: plonk.NewCS,
	Plan:   accelerated.Plan,
	Setups: setupsPLONK, SameKeys: true, Unverified: accelerated.WithoutVerification(),
})

// setupsPLONK makes a reference string for each circuit. This process has known its secret, so that
// the keys are good for measurements alone.
func setupsPLONK(
	ccs constraint.ConstraintSystem, e *accel.Engine,
) (ours, gnarks Setup, _ error) {
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		return nil, nil, err
	}
	ours = setup(func() (plonk.ProvingKey, plonk.VerifyingKey, error) {
		return accelerated.Setup(ccs, canonical, lagrange, accelerated.WithEngine(e))
	})
	return ours, setup(func() (plonk.ProvingKey, plonk.VerifyingKey, error) {
		return plonk.Setup(ccs, canonical, lagrange)
	}), nil
}
