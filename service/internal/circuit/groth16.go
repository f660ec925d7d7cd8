package circuit

import (
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/solidity"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	groth16accel "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

type groth16Keys struct {
	system constraint.ConstraintSystem
	pk     groth16.ProvingKey
	vk     groth16.VerifyingKey
}

func (k *groth16Keys) systemType() constraint.SystemType { return constraint.SystemR1CS }
func (k *groth16Keys) parts() (pk, vk io.ReaderFrom)     { return k.pk, k.vk }
func (k *groth16Keys) Release() error                    { return groth16accel.Release(k.pk) }

// belong compares the numbers of points for public inputs. The verifying key has one more for each
// commitment. The proving key has a point for each element of its domain but one: its tables take
// no more memory than its points.
func (k *groth16Keys) belong(c *Circuit) error {
	if size := k.domain(); size > uint64(k.pk.NbG1())+1 {
		return fmt.Errorf("%w: the proving key has %d points for a domain of %d", ErrMalformed,
			k.pk.NbG1(), size)
	}
	want := c.Public + len(c.core.CommitmentInfo.CommitmentIndexes())
	if k.vk.NbPublicWitness() != want {
		return fmt.Errorf("%w: the verifying key is for %d public inputs and commitments, and "+
			"the circuit has %d", ErrMalformed, k.vk.NbPublicWitness(), want)
	}
	return nil
}

// domain is the size of the proving key's domain. The field has the same name over all curves.
func (k *groth16Keys) domain() uint64 {
	return reflect.ValueOf(k.pk).Elem().FieldByName("Domain").FieldByName("Cardinality").Uint()
}

func (k *groth16Keys) prove(
	ctx context.Context, c *Circuit, w witness.Witness, hints []solver.Option,
) (io.WriterTo, error) {
	options := []backend.ProverOption{
		groth16accel.WithContext(ctx), groth16accel.WithVerifyingKey(k.vk),
		groth16accel.WithSolver(hints...),
	}
	if c.Options.Solidity {
		options = append(options, solidity.WithProverTargetSolidityVerifier(backend.GROTH16))
	}
	return groth16accel.Prove(k.system, k.pk, w, options...)
}

func (k *groth16Keys) attach(
	engine *accel.Engine, folder string, tell func(done, total int64),
) error {
	options := []groth16accel.Option{
		groth16accel.WithEngine(engine), groth16accel.WithProgress(tell),
		groth16accel.WithCircuit(k.system), groth16accel.WithVerifyingKey(k.vk),
	}
	if folder != "" {
		options = append(options, groth16accel.WithPreparedFolder(folder))
	}
	return groth16accel.Attach(k.pk, options...)
}
