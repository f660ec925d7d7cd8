//go:build cuda && linux && (amd64 || arm64)

package plonk_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

// TestSumsRunOnTheDevice makes sure that the other tests test what they say: all sums go to the device, over
// resident bases.
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

// leastMemory returns a memory limit, in bytes, under which a key can be proved with on the device, though not one of its
// vectors fits.
func leastMemory(t *testing.T, i *instance) uint64 {
	t.Helper()
	devicetest.Require(t)
	return devicetest.LeastMemory(t, func(limit uint64) error {
		e, err := accel.Open(accel.WithMinSize(1), accel.WithStrict(), accel.WithMemoryLimit(limit))
		if err != nil {
			t.Fatal(err)
		}
		attached := accelerated.Attach(i.pk, accelerated.WithEngine(e))
		if err := errors.Join(accelerated.Release(i.pk), e.Close()); err != nil {
			t.Fatal(err)
		}
		return attached
	})
}

// sizes returns the bytes of the vector that is loaded first, the canonical one, and of both.
func sizes(i *instance) (first, all uint64) {
	pk := i.pk.(*plonk_bn254.ProvingKey)
	first = uint64(len(pk.Kzg.G1) * 2 * fp.Bytes)
	return first, first + uint64(len(pk.KzgLagrange.G1)*2*fp.Bytes)
}

// TestKeyLargerThanMemory proves with keys of which nothing fits the device, or one vector, or everything.
func TestKeyLargerThanMemory(t *testing.T) {
	for name, sums := range map[string]struct {
		device   uint64 // all
		resident uint64 // those over the vector that is loaded first
	}{
		"cubic":               {device: msms, resident: 6},
		"several commitments": {device: msms + 5, resident: 6},
	} {
		i := shared(t, name)
		least := leastMemory(t, i)
		first, all := sizes(i)
		for fits, test := range map[string]struct{ limit, streamed uint64 }{
			"nothing":    {least, sums.device},
			"one vector": {least + first, sums.device - sums.resident},
			"everything": {least + all, 0}, // without multiples, which would take the room of others
		} {
			t.Run(name+", "+fits+" fits", func(t *testing.T) {
				book := new(testlog.Book)
				defer logger.Set(logger.Logger())
				logger.Set(book.Logger())
				e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(test.limit))
				attach(t, i.pk, e)
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
				device, streamed := after.DeviceMSMs-before.DeviceMSMs, after.StreamedMSMs-before.StreamedMSMs
				if device != sums.device || streamed != test.streamed {
					t.Errorf("%d MSMs on the device, %d of them streamed, expected %d, %d", device, streamed, sums.device, test.streamed)
				}
				if after.Failures != 0 || after.CPUFailure != 0 || after.DeviceBytes > test.limit {
					t.Errorf("with %d bytes: %+v", test.limit, after)
				}
				if done := book.Lines(t, "prover done"); len(done) != 1 || done[0]["acceleration"] != "cuda" {
					t.Errorf("logged: %v", done)
				}
			})
		}
	}
}

// TestCollectedStreamedKey drops a key of which only one vector fitted the device: neither the key nor a vector of it stays.
func TestCollectedStreamedKey(t *testing.T) {
	i := set(t, examples[0])
	first, _ := sizes(i)
	e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(leastMemory(t, i)+first))
	expectCollected(t, e)
	if s := e.Statistics(); s.StreamedMSMs == 0 || s.StreamedMSMs == s.DeviceMSMs {
		t.Errorf("not a key of which one vector fits: %+v", s)
	}
}
