package plonk_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/plonk/internal/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/bn254"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestPlanOfMaking compares the plan of a setup and of reading with what they take.
func TestPlanOfMaking(t *testing.T) {
	if testing.Short() {
		t.Skip("larger circuits")
	}
	devicetest.Emulator(t)
	planOfMaking(t, ecc.BN254, 4000, bn254.Prover.Setup)
	if os.Getenv(devicetest.LongVariable) != "1" {
		return // another size and another curve take a minute
	}
	planOfMaking(t, ecc.BN254, 8000, bn254.Prover.Setup)
	planOfMaking(t, ecc.BLS12_381, 8000, bls12381.Prover.Setup)
}

// setup is a curve's. It leaves the proving key on the device, but not its circuit.
type setup func(ccs, srs, lagrange any, s *settings.Settings) (pk, vk any, err error)

func planOfMaking(t *testing.T, id ecc.ID, constraints int, setup setup) {
	circuit := circuits.Powers("", constraints).Circuit
	ccs, err := frontend.Compile(id.ScalarField(), scs.NewBuilder, circuit)
	if err != nil {
		t.Fatal(err)
	}
	opts := []accel.Option{
		accel.WithMemoryLimit(512 << 20), accel.WithPrecompute(accel.PrecomputeFactor(4)),
	}
	p, err := accelerated.Plan(ccs, devicetest.Options(opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		t.Fatal(err)
	}
	pk, _, err := plonk.Setup(ccs, canonical, lagrange)
	if err != nil {
		t.Fatal(err)
	}
	reading := keys.FromFile(t, pk, func(file []byte, e *accel.Engine) (any, error) {
		key := plonk.NewProvingKey(id)
		_, err := accelerated.ReadKey(bytes.NewReader(file), key, accelerated.WithEngine(e))
		return key, err
	})
	ways := map[string]keys.Way{"reading": reading}
	way := keys.Way{
		Make: func(e *accel.Engine) (any, error) {
			with := &settings.Settings{Engine: e, Attached: true}
			pk, _, err := setup(ccs, canonical, lagrange, with)
			return pk, err
		},
		Release: func(key any) error { return accelerated.Release(key.(plonk.ProvingKey)) },
	}
	for _, points := range p.Bases {
		way.Resident += points.Bytes
	}
	ways["setup"] = way
	keys.PlanOfMaking(t, p.Making, ways, opts...)
}
