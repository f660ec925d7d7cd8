// Package keys tests how the hooks make and read keys, for both proof systems.
package keys

import (
	"crypto/sha256"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	gnarkio "github.com/consensys/gnark/io"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Setups makes the keys of examples with both setups, and proves with them. It makes all of them
// over BN254.
func (a *Attaching[PK, VK, P, O]) Setups(t *testing.T) {
	for _, curve := range curve.IDs() {
		for _, example := range a.Examples {
			first := example.Name == "cubic" && curve == ecc.BN254
			often := example.Name == "cubic" || example.Name == "several commitments"
			if first || !testing.Short() && (often || curve == ecc.BN254) {
				a.wantGnarks(t, curve, example)
			}
		}
	}
}

// wantGnarks makes the keys of an example with both setups. Then it proves with the keys.
func (a *Attaching[PK, VK, P, O]) wantGnarks(t *testing.T, curve ecc.ID, e circuits.Example) {
	t.Helper()
	engine := hookstest.Engine(t)
	i := a.MakeOn(t, curve, e)
	var same bool
	if i.PK, i.VK, same = a.both(t, e.Name, i.CCS, engine); !same {
		t.Errorf("%v: %s: not gnark's keys", curve, e.Name)
	}
	if stats := engine.Statistics(); len(engine.Devices()) > 0 &&
		stats.DeviceComputations+stats.DeviceMSMs == 0 {
		t.Errorf("%v: nothing was done on the device: %+v", curve, stats)
	}
	proof, err := a.Gnark(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	a.WantVerified(t, i, proof)
}

// both makes keys with both setups, from the same randomness. It returns ours, and whether they are
// the same.
func (a *Attaching[PK, VK, P, O]) both(
	t *testing.T, seed string, ccs constraint.ConstraintSystem, e *accel.Engine,
) (pk PK, vk VK, same bool) {
	t.Helper()
	made := func(setup func() (PK, VK, error)) (hash [sha256.Size]byte) {
		defer randomness.Stream(seed)()
		var err error
		if pk, vk, err = setup(); err != nil {
			t.Fatal(err)
		}
		files := sha256.New()
		if _, err = pk.WriteRawTo(files); err == nil {
			_, err = any(vk).(gnarkio.WriterRawTo).WriteRawTo(files)
		}
		devicetest.NoError(t, err)
		return [sha256.Size]byte(files.Sum(nil))
	}
	gnarks := made(func() (PK, VK, error) { return a.Scheme.Setup(ccs) })
	ours := made(func() (PK, VK, error) { return a.Setup(ccs, a.WithEngine(e)) })
	return pk, vk, ours == gnarks
}

func raw(t *testing.T, key any) []byte {
	t.Helper()
	return devicetest.Written(t, key.(gnarkio.WriterRawTo).WriteRawTo)
}
