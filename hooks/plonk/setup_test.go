package plonk_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	anykzg "github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// setup is the tested Setup with the reference string of gnark's test package, which is the same
// for each call.
func setup(ccs constraint.ConstraintSystem, opts ...accelerated.Option) (
	plonk.ProvingKey, plonk.VerifyingKey, error) {
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		return nil, nil, err
	}
	return accelerated.Setup(ccs, canonical, lagrange, opts...)
}

func TestSetup(t *testing.T)   { attaching.Setups(t) }
func TestReadKey(t *testing.T) { attaching.Reading(t, nil) }

func TestPlanOfMaking(t *testing.T) {
	if testing.Short() {
		t.Skip("larger circuits")
	}
	attaching.PlanOfMaking(t, ecc.BN254, 4000)
	if devicetest.Thorough(false) { // another size and another curve take a minute
		attaching.PlanOfMaking(t, ecc.BN254, 8000)
		attaching.PlanOfMaking(t, ecc.BLS12_381, 8000)
	}
}

// TestSetupAttached: where that is asked for the key is on the device already. To attach it, with
// its circuit, copies nothing there, and both together copy less than without the option. Otherwise
// the setup leaves nothing on the device.
func TestSetupAttached(t *testing.T) {
	emulator, i := devicetest.Emulator(t), scheme.Make(t, scheme.Named(t, "cubic"))
	e := hookstest.Engine(t)
	on := accelerated.WithEngine(e)
	for range cuda.Slots { // their sums take the slots in turn, which keep the memory
		if _, _, err := setup(i.CCS, on); err != nil {
			t.Fatal(err)
		}
	}
	var copies [2]map[string]uint64
	for round := range 2 { // the first one meets an engine that is new to proofs
		for k, opts := range [][]accelerated.Option{{on}, {on, accelerated.WithAttached()}} {
			before, bytes := emulator.Runs(copyUp), e.Statistics().DeviceBytes
			var err error
			if i.PK, i.VK, err = setup(i.CCS, opts...); err != nil {
				t.Fatal(err)
			}
			if now := e.Statistics().DeviceBytes; round > 0 && k == 0 && now > bytes {
				t.Errorf("a setup leaves %d bytes on the device", now-bytes)
			}
			made := emulator.Runs(copyUp)
			if err = accelerated.Attach(i.PK, on, accelerated.WithCircuit(i.CCS)); err != nil {
				t.Fatal(err)
			}
			attached := emulator.Runs(copyUp)
			copies[k] = map[string]uint64{"setup": made - before, "attach": attached - made}
			scheme.Prove(t, i)
			if err := accelerated.Release(i.PK); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("round %d: copies to the device: %v", round, copies)
	}
	apart, together := copies[0], copies[1]
	if apart["attach"] == 0 || together["attach"] != 0 {
		t.Error("the key was not on the device, or it was without being asked for")
	}
	if together["setup"] >= apart["setup"]+apart["attach"] {
		t.Error("points are sent twice")
	}
}

// copyUp is the driver's call for copies to the device.
const copyUp = "cuMemcpyHtoDAsync_v2"

// TestSetupRefuses expects errors for what is no system of PLONK, and for reference strings that
// do not fit.
func TestSetupRefuses(t *testing.T) {
	ccs := scheme.Shared(t, "cubic").CCS
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		t.Fatal(err)
	}
	var none *kzg.SRS
	for name, input := range map[string]struct {
		ccs           constraint.ConstraintSystem
		srs, lagrange anykzg.SRS
	}{
		"no system":            {nil, canonical, lagrange},
		"no reference string":  {ccs, nil, lagrange},
		"none in Lagrange":     {ccs, canonical, none},
		"points are missing":   {ccs, lagrange, lagrange},
		"not in Lagrange form": {ccs, canonical, canonical},
		"another curve":        {ccs, canonical, anykzg.NewSRS(ecc.BLS12_381)},
	} {
		_, _, err := accelerated.Setup(input.ccs, input.srs, input.lagrange)
		if !errors.Is(err, accelerated.ErrInvalidInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
