package circuit

import (
	"bytes"
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
	"github.com/consensys/gnark/constraint/solver"
	gnarkio "github.com/consensys/gnark/io"
	"github.com/gnark-accel/gnark-accel/accel"
	groth16accel "github.com/gnark-accel/gnark-accel/hooks/groth16"
	plonkaccel "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

func newKeys(scheme Scheme, curve ecc.ID) (pk, vk io.ReaderFrom, err error) {
	switch scheme {
	case Groth16:
		return groth16.NewProvingKey(curve), groth16.NewVerifyingKey(curve), nil
	case PLONK:
		return plonk.NewProvingKey(curve), plonk.NewVerifyingKey(curve), nil
	}
	return nil, nil, fmt.Errorf("%w: scheme %q; there are %s and %s", ErrMalformed, scheme, Groth16,
		PLONK)
}

// belong returns an error unless the keys fit each other and the constraint system's size.
func (c *Circuit) belong() error {
	if pk, ok := c.pk.(groth16.ProvingKey); ok {
		return c.belongGroth16(pk, c.vk.(groth16.VerifyingKey))
	}
	given, err := written(c.vk)
	if err != nil {
		return err
	}
	within, err := written(c.pk.(plonk.ProvingKey).VerifyingKey())
	if err == nil && given.Part != within.Part {
		err = fmt.Errorf("%w: the verifying key is not the proving key's", ErrMalformed)
	}
	return err
}

// belongGroth16 compares the numbers of points for public inputs and commitments. The proving key
// has a point for each element of its domain but one: its tables take no more memory than these.
func (c *Circuit) belongGroth16(pk groth16.ProvingKey, vk groth16.VerifyingKey) error {
	domain := reflect.ValueOf(pk).Elem().FieldByName("Domain") // of the same name over all curves
	if size := domain.FieldByName("Cardinality").Uint(); size > uint64(pk.NbG1())+1 {
		return fmt.Errorf("%w: the proving key has %d points for a domain of %d", ErrMalformed,
			pk.NbG1(), size)
	}
	want := c.Public + len(c.core.CommitmentInfo.CommitmentIndexes())
	if vk.NbPublicWitness() != want {
		return fmt.Errorf("%w: the verifying key is for %d public inputs and commitments, and "+
			"the circuit has %d", ErrMalformed, vk.NbPublicWitness(), want)
	}
	return nil
}

func (c *Circuit) prove(
	ctx context.Context, full witness.Witness, hints []solver.Option,
) (io.WriterTo, error) {
	options := []backend.ProverOption{backend.WithSolverOptions(hints...)}
	if pk, ok := c.pk.(groth16.ProvingKey); ok {
		if c.Options.Solidity {
			options = append(options, solidity.WithProverTargetSolidityVerifier(backend.GROTH16))
		}
		return groth16accel.Prove(c.system, pk, full, append(options,
			groth16accel.WithContext(ctx),
			groth16accel.WithVerifyingKey(c.vk.(groth16.VerifyingKey)))...)
	}
	if c.Options.Solidity {
		options = append(options, solidity.WithProverTargetSolidityVerifier(backend.PLONK))
	}
	if c.Options.StatisticalZK {
		options = append(options, backend.WithStatisticalZeroKnowledge())
	}
	return plonkaccel.Prove(c.system, c.pk.(plonk.ProvingKey), full,
		append(options, plonkaccel.WithContext(ctx))...)
}

// Attach loads the keys onto an engine's device, and tells how many bytes are loaded. A folder,
// unless its path is empty, keeps prepared files. Keys of another system are [ErrMalformed].
func (c *Circuit) Attach(
	engine *accel.Engine, folder string, tell func(done, total int64),
) (err error) {
	if pk, ok := c.pk.(groth16.ProvingKey); ok {
		options := []groth16accel.Option{
			groth16accel.WithEngine(engine), groth16accel.WithProgress(tell),
			groth16accel.WithCircuit(c.system),
			groth16accel.WithVerifyingKey(c.vk.(groth16.VerifyingKey)),
		}
		if folder != "" {
			options = append(options, groth16accel.WithPreparedFolder(folder))
		}
		err = groth16accel.Attach(pk, options...)
	} else {
		options := []plonkaccel.Option{
			plonkaccel.WithEngine(engine), plonkaccel.WithProgress(tell),
			plonkaccel.WithCircuit(c.system),
		}
		if folder != "" {
			options = append(options, plonkaccel.WithPreparedFolder(folder))
		}
		err = plonkaccel.Attach(c.pk.(plonk.ProvingKey), options...)
	}
	if ofCircuit(err) {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return err
}

// Release frees the memory that the keys take of the device.
func (c *Circuit) Release() error {
	if pk, ok := c.pk.(groth16.ProvingKey); ok {
		return groth16accel.Release(pk)
	}
	return plonkaccel.Release(c.pk.(plonk.ProvingKey))
}

// Proof is a groth16.Proof or a plonk.Proof of gnark's.
type Proof interface {
	io.WriterTo
	io.ReaderFrom
	gnarkio.WriterRawTo
}

// ReadProof reads a proof of a circuit, in gnark's binary form.
func ReadProof(m *Manifest, content []byte) (Proof, error) {
	curve, err := curveOf(m.Curve)
	if err != nil {
		return nil, err
	}
	var proof Proof = plonk.NewProof(curve)
	if m.Scheme == Groth16 {
		proof = groth16.NewProof(curve)
	}
	return proof, Guarded(func() error {
		_, err := proof.ReadFrom(bytes.NewReader(content))
		return err
	})
}
