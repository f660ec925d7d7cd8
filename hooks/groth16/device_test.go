//go:build cuda && linux && (amd64 || arm64)

package groth16_test

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// TestSumsRunOnTheDevice makes sure that the other tests test what they say: all sums go to the device, over
// resident bases.
func TestSumsRunOnTheDevice(t *testing.T) {
	for name, want := range map[string]uint64{
		"cubic":               5,      // A, B, K, Z, B in G2
		"several commitments": 5 + 10, // and for each of the five keys the commitment and the proof of knowledge
	} {
		t.Run(name, func(t *testing.T) {
			e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
			i := shared(t, name)
			empty := e.Statistics().DeviceBytes
			attach(t, i.pk, e)
			if e.Statistics().DeviceBytes <= empty {
				t.Error("attaching takes no memory")
			}
			before := e.Statistics()
			proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
			if err != nil {
				t.Fatal(err)
			}
			verify(t, i, proof)
			after := e.Statistics()
			if done := after.DeviceMSMs - before.DeviceMSMs; done != want {
				t.Errorf("%d MSMs on the device, expected %d", done, want)
			}
			if after.Failures != 0 || after.CPUFailure != 0 {
				t.Errorf("failures: %+v", after)
			}
		})
	}
}

// TestReleaseFreesTheDevice expects all memory of a key back. What the engine keeps for the next MSM is not the key's.
func TestReleaseFreesTheDevice(t *testing.T) {
	e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
	i := shared(t, "several commitments")
	attachAndRelease := func() (attached, released uint64) {
		t.Helper()
		if err := accelerated.Attach(i.pk, accelerated.WithEngine(e)); err != nil {
			t.Fatal(err)
		}
		attached = e.Statistics().DeviceBytes
		if err := accelerated.Release(i.pk); err != nil {
			t.Fatal(err)
		}
		return attached, e.Statistics().DeviceBytes
	}
	_, empty := attachAndRelease()
	for range 3 {
		if attached, released := attachAndRelease(); attached <= empty || released != empty {
			t.Errorf("%d bytes on the device with the key, %d without, %d after the first release", attached, released, empty)
		}
	}
}
