package keys

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// PlanOfMaking compares the plan of a setup and of reading with the device's memory. It is the same
// but for small vectors. The scratch memory of MSMs is not compared: an emulated device has fewer
// multiprocessors than the device of the plan. So where the setup attaches the key, only the memory
// that stays in use is compared.
func (a *Attaching[PK, VK, P, O]) PlanOfMaking(t *testing.T, curve ecc.ID, constraints int) {
	devicetest.Emulator(t)
	i := a.MakeOn(t, curve, circuits.Powers("many constraints", constraints))
	opts := []accel.Option{
		accel.WithMemoryLimit(512 << 20), accel.WithPrecompute(accel.PrecomputeFactor(4)),
	}
	p, err := a.Plan(i.CCS, devicetest.Options(opts...)...)
	devicetest.NoError(t, err)
	file := compressed(t, i.PK)
	for _, planned := range p.Making {
		e, pk := hookstest.Engine(t, opts...), a.New(curve)
		inSetup := a.SetupAttaches && planned.Name == "setup"
		switch {
		case inSetup:
			pk, _, err = a.Setup(i.CCS, a.WithEngine(e), a.WithAttached())
		case planned.Name == "setup":
			pk, _, err = a.Setup(i.CCS, a.WithEngine(e))
		default:
			_, err = a.ReadKey(bytes.NewReader(file), pk, a.WithEngine(e))
		}
		devicetest.NoError(t, err)
		device, want := e.Statistics().DeviceBytes, planned.Device
		if inSetup {
			devicetest.NoError(t, a.Release(pk))
			device, want = device-e.Statistics().DeviceBytes, p.Resident()
		}
		if device < want*49/50 || device > want*51/50 || planned.Device < want {
			t.Errorf("%s: %d bytes of the device, planned were %d, and %d in all", planned.Name,
				device, want, planned.Device)
		}
	}
	if len(p.Making) != 2 {
		t.Errorf("the plan has %+v", p.Making)
	}
}
