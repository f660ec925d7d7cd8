//go:build cuda && linux && (amd64 || arm64)

package plonk_test

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func TestSumsRunOnTheDevice(t *testing.T)  { scheme.SumsRunOnTheDevice(t) }
func TestConfidential(t *testing.T)        { scheme.Confidential(t, 5) }
func TestProofsTakeTurns(t *testing.T)     { scheme.ProofsTakeTurns(t) }
func TestPlanIsKept(t *testing.T)          { scheme.PlanIsKept(t) }
func TestKeyLargerThanMemory(t *testing.T) { scheme.KeyLargerThanMemory(t) }
func TestCollectedLargeKey(t *testing.T)   { scheme.CollectedLargeKey(t) }

func TestCancelledAtCalls(t *testing.T) { scheme.CancelledAtCalls(t) }

// TestOneReferenceString attaches the keys of two circuits that share a reference string: the
// second takes no memory.
func TestOneReferenceString(t *testing.T) {
	e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(2)))
	first := scheme.Make(t, scheme.Named(t, "cubic"))
	second := scheme.Make(t, circuits.Powers("another circuit", 6))
	to, from := second.PK.(*plonk_bn254.ProvingKey), first.PK.(*plonk_bn254.ProvingKey)
	pk, vk, err := plonk.Setup(second.CCS, &kzg.SRS{Pk: from.Kzg, Vk: from.Vk.Kzg},
		&kzg.SRS{Pk: from.KzgLagrange, Vk: from.Vk.Kzg})
	if err != nil {
		t.Fatal(err)
	}
	*to, second.VK = *pk.(*plonk_bn254.ProvingKey), vk
	to.Kzg.G1 = slices.Clone(to.Kzg.G1) // as if read from a file of its own

	scheme.AttachFor(t, first.PK, e)
	one := e.Statistics().DeviceBytes
	scheme.AttachFor(t, second.PK, e)
	if two := e.Statistics().DeviceBytes; two != one {
		t.Errorf("%d bytes on the device with one key, %d with two", one, two)
	}
	if err := accelerated.Release(first.PK); err != nil {
		t.Fatal(err)
	}
	before := e.Statistics().DeviceMSMs
	proof, err := accelerated.Prove(second.CCS, second.PK, second.Full)
	if err != nil {
		t.Fatal(err)
	}
	scheme.WantVerified(t, second, proof)
	if done := e.Statistics().DeviceMSMs - before; done < scheme.MSMs {
		t.Errorf("%d MSMs on the device", done)
	}
}

func TestDamagedMemory(t *testing.T) { scheme.DamagedMemory(t) }

func TestCloseBesideLives(t *testing.T) { scheme.CloseBesideLives(t) }

func TestSeveralDevices(t *testing.T) { scheme.SeveralDevices(t) }
