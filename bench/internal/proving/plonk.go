package proving

import (
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/testsrs"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

var plonkScheme = calls[plonk.ProvingKey, plonk.VerifyingKey, plonk.Proof]{
	ours: accelerated.Prove, gnarks: plonk.Prove, stream: accelerated.ProveStream,
	verify: plonk.Verify, release: accelerated.Release,
	newKeys: func(curve ecc.ID) (plonk.ProvingKey, plonk.VerifyingKey) {
		return plonk.NewProvingKey(curve), plonk.NewVerifyingKey(curve)
	},
}.complete(Scheme{
	Builder: scs.NewBuilder[constraint.U64], NewSystem: plonk.NewCS,
	Setups: setupsPLONK, SameKeys: true, Unverified: accelerated.WithoutVerification(),
	Attach: func(k Keys, e *accel.Engine, ccs constraint.ConstraintSystem) error {
		options := []accelerated.Option{accelerated.WithEngine(e)}
		if ccs != nil {
			options = append(options, accelerated.WithCircuit(ccs))
		}
		return accelerated.Attach(k.Proving.(plonk.ProvingKey), options...)
	},
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
		_, err := accelerated.ReadKey(from, to.(plonk.ProvingKey), options...)
		return err
	},
})

// setupsPLONK makes a reference string for each circuit. This process has known its secret, so that
// the keys are good for measurements alone.
func setupsPLONK(ccs constraint.ConstraintSystem, e *accel.Engine) (ours, gnarks Setup, _ error) {
	canonical, lagrange, err := testsrs.New(ccs, e)
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
