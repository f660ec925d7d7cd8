package plonk_test

import (
	"testing"

	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

func TestAttachArguments(t *testing.T)     { attaching.Arguments(t) }
func TestAttachedToClosed(t *testing.T)    { scheme.AttachedToClosed(t) }
func TestKeyReplaced(t *testing.T)         { scheme.KeyReplaced(t) }
func TestSystemReplaced(t *testing.T)      { scheme.SystemReplaced(t) }
func TestConcurrentAttach(t *testing.T)    { scheme.ConcurrentAttach(t) }
func TestReleaseWhileProving(t *testing.T) { scheme.ReleaseWhileProving(t) }
func TestCollectedKey(t *testing.T)        { scheme.CollectedKey(t, hookstest.Engine(t)) }

// padding is the number of sums over it, which prepare a circuit.
const padding = 2

func TestAttachedEngineIsUsed(t *testing.T)    { scheme.AttachedEngineIsUsed(t, padding) }
func TestPreparesBesideTheSolver(t *testing.T) { scheme.PreparesBesideTheSolver(t, padding) }
func TestAttachWithCircuit(t *testing.T)       { scheme.AttachWithCircuit(t) }

func TestVectorsReplaced(t *testing.T) {
	scheme.VectorsReplaced(t, func(key, other plonk.ProvingKey) []func() {
		to, from := key.(*plonk_bn254.ProvingKey), other.(*plonk_bn254.ProvingKey)
		return []func(){
			func() { to.Kzg.G1 = from.Kzg.G1 },
			func() { to.KzgLagrange.G1 = from.KzgLagrange.G1 },
		}
	})
}

func TestLog(t *testing.T) { scheme.Log(t) } // gnark's PLONK names no acceleration
