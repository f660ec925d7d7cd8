package circuit

import (
	"context"
	"fmt"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
)

// keys are the two keys of a circuit for one proof system.
type keys interface {
	systemType() constraint.SystemType
	parts() (pk, vk io.ReaderFrom)
	// belong returns an error unless the keys fit each other and the constraint system's size.
	belong(*Circuit) error
	prove(context.Context, *Circuit, witness.Witness, []solver.Option) (io.WriterTo, error)
	attach(engine *accel.Engine, folder string, tell func(done, total int64)) error
	// Release frees the memory that the keys take of the device.
	Release() error
}

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

// newSystem returns an empty system over a curve's scalar field. gnark has one type for R1CS and
// sparse ones.
func newSystem(curve ecc.ID) constraint.ConstraintSystem { return groth16.NewCS(curve) }
