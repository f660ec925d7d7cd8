package circuit

import (
	"context"
	"fmt"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/solidity"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	plonkaccel "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

type plonkKeys struct {
	system constraint.ConstraintSystem
	pk     plonk.ProvingKey
	vk     plonk.VerifyingKey
}

func (k *plonkKeys) systemType() constraint.SystemType { return constraint.SystemSparseR1CS }
func (k *plonkKeys) parts() (pk, vk io.ReaderFrom)     { return k.pk, k.vk }
func (k *plonkKeys) Release() error                    { return plonkaccel.Release(k.pk) }

// belong compares the verifying key with the one that is in the proving key.
func (k *plonkKeys) belong(*Circuit) error {
	given, err := fileBy(k.vk.WriteRawTo)
	if err != nil {
		return err
	}
	within, err := fileBy(raw(k.pk.VerifyingKey()))
	if err == nil && given.Part != within.Part {
		err = fmt.Errorf("%w: the verifying key is not the proving key's", ErrMalformed)
	}
	return err
}

func (k *plonkKeys) prove(
	ctx context.Context, c *Circuit, w witness.Witness, hints []solver.Option,
) (io.WriterTo, error) {
	options := []backend.ProverOption{
		plonkaccel.WithContext(ctx), plonkaccel.WithSolver(hints...),
	}
	if c.Options.Solidity {
		options = append(options, solidity.WithProverTargetSolidityVerifier(backend.PLONK))
	}
	if c.Options.StatisticalZK {
		options = append(options, backend.WithStatisticalZeroKnowledge())
	}
	return plonkaccel.Prove(k.system, k.pk, w, options...)
}

func (k *plonkKeys) attach(
	engine *accel.Engine, folder string, tell func(done, total int64),
) error {
	options := []plonkaccel.Option{
		plonkaccel.WithEngine(engine), plonkaccel.WithProgress(tell),
		plonkaccel.WithCircuit(k.system),
	}
	if folder != "" {
		options = append(options, plonkaccel.WithPreparedFolder(folder))
	}
	return plonkaccel.Attach(k.pk, options...)
}
