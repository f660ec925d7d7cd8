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
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

type plonkKeys struct {
	system constraint.ConstraintSystem
	pk     plonk.ProvingKey
	vk     plonk.VerifyingKey
}

func (k *plonkKeys) systemType() constraint.SystemType { return constraint.SystemSparseR1CS }

func (k *plonkKeys) parts() (pk, vk io.ReaderFrom) { return k.pk, k.vk }

// belong compares the verifying key with the one that is in the proving key.
func (k *plonkKeys) belong(*Circuit) error {
	given, err := fileBy(k.vk.WriteRawTo)
	if err != nil {
		return err
	}
	within, err := fileBy(raw(k.pk.VerifyingKey()))
	if err != nil {
		return err
	}
	if given.Part != within.Part {
		return fmt.Errorf("%w: the verifying key is not the proving key's", ErrMalformed)
	}
	return nil
}

func (k *plonkKeys) prove(
	ctx context.Context, c *Circuit, w witness.Witness, hints []solver.Option,
) (io.WriterTo, error) {
	options := []backend.ProverOption{
		accelerated.WithContext(ctx), accelerated.WithSolver(hints...),
	}
	if c.Options.Solidity {
		options = append(options, solidity.WithProverTargetSolidityVerifier(backend.PLONK))
	}
	if c.Options.StatisticalZK {
		options = append(options, backend.WithStatisticalZeroKnowledge())
	}
	return accelerated.Prove(k.system, k.pk, w, options...)
}

func (k *plonkKeys) Attach(
	engine *accel.Engine, folder string, tell func(done, total int64),
) error {
	options := []accelerated.Option{
		accelerated.WithEngine(engine), accelerated.WithProgress(tell),
		accelerated.WithCircuit(k.system),
	}
	if folder != "" {
		options = append(options, accelerated.WithPreparedFolder(folder))
	}
	return accelerated.Attach(k.pk, options...)
}

func (k *plonkKeys) Release() error { return accelerated.Release(k.pk) }
