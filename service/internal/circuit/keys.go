package circuit

import (
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/solidity"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	groth16accel "github.com/gnark-accel/gnark-accel/hooks/groth16"
	plonkaccel "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// keys are the two keys of a circuit for one proof system.
type keys interface {
	systemType() constraint.SystemType
	parts() (pk, vk io.ReaderFrom)
	// belong returns an error unless the keys fit each other and the constraint system's size.
	belong(*Circuit) error
	prove(context.Context, *Circuit, witness.Witness, []solver.Option) (io.WriterTo, error)
	// Attach loads the keys onto an engine's device, and tells how many bytes of their points it
	// has loaded. A folder, unless its path is empty, keeps prepared files for later processes.
	Attach(engine *accel.Engine, folder string, tell func(done, total int64)) error
	// Release frees the memory that the keys take of the device.
	Release() error
}

// newKeys returns empty keys of a system.
func newKeys(scheme Scheme, curve ecc.ID, of constraint.ConstraintSystem) (keys, error) {
	switch scheme {
	case Groth16:
		return &groth16Keys{of, groth16.NewProvingKey(curve), groth16.NewVerifyingKey(curve)}, nil
	case PLONK:
		return &plonkKeys{of, plonk.NewProvingKey(curve), plonk.NewVerifyingKey(curve)}, nil
	}
	return nil, fmt.Errorf("%w: scheme %q; there are %s and %s", ErrMalformed, scheme, Groth16,
		PLONK)
}

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

func (k *groth16Keys) Attach(
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

func (k *plonkKeys) Attach(
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

// newSystem returns an empty system over a curve's scalar field. gnark has one type for R1CS and
// sparse ones.
func newSystem(curve ecc.ID) constraint.ConstraintSystem { return groth16.NewCS(curve) }

// curveOf returns the curve of that name, as its String method spells it.
func curveOf(name string) (ecc.ID, error) {
	for _, id := range curve.IDs() {
		if id.String() == name {
			return id, nil
		}
	}
	return ecc.UNKNOWN, fmt.Errorf("%w: curve %q; there are %v", ErrMalformed, name, curve.IDs())
}

// CurveOver returns the name of the curve whose scalar field a system is over.
func CurveOver(ccs constraint.ConstraintSystem) (string, error) {
	for _, id := range curve.IDs() {
		if ccs.Field().Cmp(id.ScalarField()) == 0 {
			return id.String(), nil
		}
	}
	return "", fmt.Errorf("%w: over a field of no supported curve", ErrMalformed)
}

// coreOf returns the part of a system that does not depend on the field. The system is one of
// [newSystem]: gnark's types over all curves embed the part.
func coreOf(ccs constraint.ConstraintSystem) *constraint.System {
	core := reflect.ValueOf(ccs).Elem().FieldByName("System")
	return core.Addr().Interface().(*constraint.System)
}
