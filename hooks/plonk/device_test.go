//go:build cuda && linux && (amd64 || arm64)

package plonk_test

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// TestSumsRunOnTheDevice makes sure that the other tests test what they say: all sums go to the device, over
// resident bases, and so does the quotient.
func TestSumsRunOnTheDevice(t *testing.T) {
	for name, want := range map[string]uint64{
		"cubic":               msms,
		"several commitments": msms + 5,
	} {
		t.Run(name, func(t *testing.T) {
			e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
			i := shared(t, name)
			empty := e.Statistics().DeviceBytes
			attach(t, i.pk, e)
			if e.Statistics().DeviceBytes <= empty {
				t.Error("attaching takes no memory")
			}
			if err := accelerated.Attach(i.pk, accelerated.WithCircuit(i.ccs)); err != nil {
				t.Fatal(err)
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
			if done := after.DeviceComputations - before.DeviceComputations; done != 1 || after.CPUComputations != 0 {
				t.Errorf("%d quotients on the device, %d on the CPU", done, after.CPUComputations)
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

// TestOneReferenceString attaches the keys of two circuits that share a reference string: the second takes no memory.
func TestOneReferenceString(t *testing.T) {
	e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
	first := set(t, named(t, "cubic"))
	second := set(t, example{"another circuit", &powers{constraints: 6}, newPowers(6), 0})
	to, from := second.pk.(*plonk_bn254.ProvingKey), first.pk.(*plonk_bn254.ProvingKey)
	pk, vk, err := plonk.Setup(second.ccs, &kzg.SRS{Pk: from.Kzg, Vk: from.Vk.Kzg}, &kzg.SRS{Pk: from.KzgLagrange, Vk: from.Vk.Kzg})
	if err != nil {
		t.Fatal(err)
	}
	*to, second.vk = *pk.(*plonk_bn254.ProvingKey), vk
	to.Kzg.G1 = slices.Clone(to.Kzg.G1) // as if read from a file of its own

	attach(t, first.pk, e)
	one := e.Statistics().DeviceBytes
	attach(t, second.pk, e)
	t.Logf("%d bytes on the device with one key, %d with two", one, e.Statistics().DeviceBytes)
	if two := e.Statistics().DeviceBytes; two != one {
		t.Errorf("%d bytes on the device with one key, %d with two", one, two)
	}
	if err := accelerated.Release(first.pk); err != nil {
		t.Fatal(err)
	}
	before := e.Statistics().DeviceMSMs
	proof, err := accelerated.Prove(second.ccs, second.pk, second.full)
	if err != nil {
		t.Fatal(err)
	}
	verify(t, second, proof)
	if done := e.Statistics().DeviceMSMs - before; done < msms {
		t.Errorf("%d MSMs on the device", done)
	}
}
