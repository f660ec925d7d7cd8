package groth16_test

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestPlanOfMaking compares the plan of a setup and of reading with what they take.
func TestPlanOfMaking(t *testing.T) {
	if testing.Short() {
		t.Skip("a larger circuit")
	}
	devicetest.Emulator(t)
	ccs := (&multiplied{n: 5 << 10}).compile(t)
	opts := []accel.Option{accel.WithMemoryLimit(512 << 20), accel.WithMinSize(1)}
	p, err := accelerated.Plan(ccs, opts...)
	if err != nil {
		t.Fatal(err)
	}
	pk, _, err := groth16.Setup(ccs)
	if err != nil {
		t.Fatal(err)
	}
	reading := keys.FromFile(t, pk, func(file []byte, e *accel.Engine) (any, error) {
		key := groth16.NewProvingKey(ecc.BN254)
		_, err := accelerated.ReadKey(bytes.NewReader(file), key, accelerated.WithEngine(e))
		return key, err
	})
	ways := map[string]keys.Way{"reading": reading}
	ways["setup"] = keys.Way{Make: func(e *accel.Engine) (any, error) {
		key, _, err := accelerated.Setup(ccs, accelerated.WithEngine(e))
		return key, err
	}}
	keys.PlanOfMaking(t, p.Making, ways, opts...)
}

// multiplied is a number multiplied by itself n times.
type multiplied struct {
	n    int
	X, Y frontend.Variable
}

func (m *multiplied) Define(api frontend.API) error {
	product := m.X
	for range m.n {
		product = api.Mul(product, m.X)
	}
	api.AssertIsEqual(product, m.Y)
	return nil
}

func (m *multiplied) compile(t *testing.T) constraint.ConstraintSystem {
	t.Helper()
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, m)
	if err != nil {
		t.Fatal(err)
	}
	return ccs
}
