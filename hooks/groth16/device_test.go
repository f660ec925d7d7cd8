//go:build cuda && linux && (amd64 || arm64)

package groth16_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
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

// sizes returns the bytes of the vector that is loaded first, B in G2, and of all vectors.
func sizes(i *instance) (first, all uint64) {
	pk := i.pk.(*groth16_bn254.ProvingKey)
	first = uint64(len(pk.G2.B) * 2 * 2 * fp.Bytes)
	n := len(pk.G1.A) + len(pk.G1.B) + len(pk.G1.K) + len(pk.G1.Z)
	for _, key := range pk.CommitmentKeys {
		n += len(key.Basis) + len(key.BasisExpSigma)
	}
	return first, first + uint64(n*2*fp.Bytes)
}

// TestKeyLargerThanMemory proves with keys of which nothing fits the device, or one vector, or everything.
func TestKeyLargerThanMemory(t *testing.T) {
	for name, sums := range map[string]struct {
		device   uint64 // all
		resident uint64 // those over the vector that is loaded first
	}{
		"cubic":               {device: 5, resident: 1},
		"several commitments": {device: 15, resident: 1},
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
