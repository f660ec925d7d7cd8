package groth16_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// copyUp is the driver's call for copies to the device.
const copyUp = "cuMemcpyHtoDAsync_v2"

// maker makes the keys of a circuit, with options.
type maker func(opts ...accelerated.Option) (groth16.ProvingKey, groth16.VerifyingKey, error)

// makers are all ways to keys that [accelerated.WithAttached] is an option of.
func makers(t *testing.T, i *hookstest.Instance[groth16.ProvingKey, groth16.VerifyingKey],
	e *accel.Engine) map[string]maker {
	t.Helper()
	var compressed, raw bytes.Buffer
	if _, err := i.PK.WriteTo(&compressed); err != nil {
		t.Fatal(err)
	}
	if _, err := i.PK.WriteRawTo(&raw); err != nil {
		t.Fatal(err)
	}
	read := func(file []byte) maker {
		return func(opts ...accelerated.Option) (
			groth16.ProvingKey, groth16.VerifyingKey, error) {
			pk := groth16.NewProvingKey(ecc.BN254)
			opts = append(opts, accelerated.WithEngine(e), accelerated.WithCircuit(i.CCS),
				accelerated.WithVerifyingKey(i.VK))
			_, err := accelerated.ReadKey(bytes.NewReader(file), pk, opts...)
			return pk, i.VK, err
		}
	}
	return map[string]maker{
		"setup": func(opts ...accelerated.Option) (
			groth16.ProvingKey, groth16.VerifyingKey, error) {
			return accelerated.Setup(i.CCS, append(opts, accelerated.WithEngine(e))...)
		},
		"compressed key": read(compressed.Bytes()), "raw key": read(raw.Bytes()),
	}
}

// TestAttachedIsSentOnce: points that the device made or checked are not sent to attach the key.
// What is copied to the device with the option is what is copied without it, and the circuit.
func TestAttachedIsSentOnce(t *testing.T) {
	emulator, e := devicetest.Emulator(t), hookstest.Engine(t)
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	copies := func(f func() error) uint64 {
		t.Helper()
		before := emulator.Runs(copyUp)
		if err := f(); err != nil {
			t.Fatal(err)
		}
		return emulator.Runs(copyUp) - before
	}
	for name, make := range makers(t, i, e) {
		for round := range 2 { // the first one meets an engine and a solver that are new
			var pk groth16.ProvingKey
			var vk groth16.VerifyingKey
			making := func(opts ...accelerated.Option) func() error {
				return func() (err error) {
					pk, vk, err = make(opts...)
					return err
				}
			}
			attaching := func(opts ...accelerated.Option) func() error {
				return func() error {
					return accelerated.Attach(pk, append(opts, accelerated.WithEngine(e))...)
				}
			}
			proving := func() error {
				_, err := accelerated.Prove(i.CCS, pk, i.Full, accelerated.WithVerifyingKey(vk))
				return err
			}
			releasing := func() error { return accelerated.Release(pk) }
			made := copies(making())
			points := copies(attaching())
			circuit := copies(attaching(
				accelerated.WithCircuit(i.CCS), accelerated.WithVerifyingKey(vk)))
			proof := copies(proving)
			copies(releasing)
			attached := copies(making(accelerated.WithAttached()))
			again := copies(attaching(
				accelerated.WithCircuit(i.CCS), accelerated.WithVerifyingKey(vk)))
			first := copies(proving)
			copies(releasing)
			got := fmt.Sprintf("%s: %d copies to make a key, %d of its points, %d of its circuit; "+
				"attached, %d and %d; for proofs %d and %d",
				name, made, points, circuit, attached, again, proof, first)
			t.Log(got)
			if points == 0 || attached != made+circuit || again != 0 ||
				round > 0 && first != proof {
				t.Error(got)
			}
		}
	}
}

// TestAttachedIsTheSame: the key takes as much memory of the device as one that was attached by
// itself, and nothing of its making stays, also where there is no room for it.
func TestAttachedIsTheSame(t *testing.T) {
	devicetest.Emulator(t)
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	for _, limit := range []uint64{1 << 20, 32 << 20} {
		e := hookstest.Engine(t, accel.WithMemoryLimit(limit))
		for name, make := range makers(t, i, e) {
			if testing.Short() && name != "setup" {
				continue
			}
			var bytes [2]uint64
			for k := range 4 { // the first two rounds leave scratch memory
				var opts []accelerated.Option
				if k%2 == 1 {
					opts = append(opts, accelerated.WithAttached())
				}
				pk, vk, err := make(opts...)
				if err == nil && opts == nil {
					err = accelerated.Attach(pk, accelerated.WithEngine(e),
						accelerated.WithCircuit(i.CCS), accelerated.WithVerifyingKey(vk))
				}
				if err != nil {
					t.Fatal(err)
				}
				bytes[k%2] = e.Statistics().DeviceBytes
				if err := accelerated.Release(pk); err != nil {
					t.Error(err)
				}
			}
			if bytes[0] != bytes[1] {
				t.Errorf("limit %d, %s: %d bytes on the device, %d with the option",
					limit, name, bytes[0], bytes[1])
			}
		}
	}
}
