package solvertest

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// noInputs is a circuit whose wires a hint finds.
type noInputs struct{}

func (*noInputs) Define(api frontend.API) error {
	out, err := api.NewHint(fixed, 1, 1)
	if err == nil {
		api.AssertIsEqual(api.Mul(out[0], out[0]), 12345*12345)
	}
	return err
}

// TestNoInputs leaves a circuit to gnark whose L, R and O are padded by what the program computes.
func TestNoInputs(t *testing.T) {
	for name, builder := range Builders {
		ccs, err := frontend.Compile(ecc.BN254.ScalarField(), builder, new(noInputs))
		if err != nil {
			t.Fatal(err)
		}
		_, err = bn254.Of(ccs.(*cs.R1CS)).Translate(0)
		sparse := ccs.(*cs.R1CS).Type == constraint.SystemSparseR1CS
		if errors.Is(err, program.ErrUnsupported) != sparse {
			t.Errorf("%s: %v", name, err)
		}
	}
}
