// Package keys tests how the hooks make and read keys, for both proof systems.
package keys

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	gnarkio "github.com/consensys/gnark/io"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
)

// Setup is the signature of the hooks' Setup, on an engine.
type Setup[PK, VK any] func(constraint.ConstraintSystem, *accel.Engine) (PK, VK, error)

// WantGnarks makes the keys of an example with both setups, from the same randomness. Then it
// proves with the keys.
func WantGnarks[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P], curve ecc.ID, e circuits.Example,
	setup Setup[PK, VK],
) {
	t.Helper()
	engine := hookstest.Engine(t)
	i := s.MakeOn(t, curve, e)
	restore := randomness.Stream(e.Name)
	pk, vk, err := s.Setup(i.CCS)
	restore()
	if err != nil {
		t.Fatal(err)
	}
	restore = randomness.Stream(e.Name)
	i.PK, i.VK, err = setup(i.CCS, engine)
	restore()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(raw(t, i.PK), raw(t, pk)) {
		t.Errorf("%v: %s: not gnark's proving key", curve, e.Name)
	}
	if !bytes.Equal(raw(t, i.VK), raw(t, vk)) {
		t.Errorf("%v: %s: not gnark's verifying key", curve, e.Name)
	}
	if stats := engine.Statistics(); len(engine.Devices()) > 0 &&
		stats.DeviceComputations+stats.DeviceMSMs == 0 {
		t.Errorf("%v: nothing was done on the device: %+v", curve, stats)
	}
	proof, err := s.Gnark(i.CCS, i.PK, i.Full)
	if err != nil {
		t.Fatal(err)
	}
	s.WantVerified(t, i, proof)
}

// raw returns the bytes of a key.
func raw(t *testing.T, key any) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := key.(gnarkio.WriterRawTo).WriteRawTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
