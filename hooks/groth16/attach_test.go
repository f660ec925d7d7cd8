package groth16_test

import (
	"testing"

	"github.com/consensys/gnark/backend/groth16"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

func TestAttachArguments(t *testing.T)     { attaching.Arguments(t) }
func TestAttachedToClosed(t *testing.T)    { scheme.AttachedToClosed(t) }
func TestKeyReplaced(t *testing.T)         { scheme.KeyReplaced(t) }
func TestSystemReplaced(t *testing.T)      { scheme.SystemReplaced(t) }
func TestConcurrentAttach(t *testing.T)    { scheme.ConcurrentAttach(t) }
func TestReleaseWhileProving(t *testing.T) { scheme.ReleaseWhileProving(t) }
func TestCollectedKey(t *testing.T)        { scheme.CollectedKey(t, hookstest.Engine(t)) }
func TestAttachWithCircuit(t *testing.T)   { scheme.AttachWithCircuit(t) }

func TestAttachedEngineIsUsed(t *testing.T) { scheme.AttachedEngineIsUsed(t, 0) }

func TestVectorsReplaced(t *testing.T) {
	scheme.VectorsReplaced(t, func(key, other groth16.ProvingKey) []func() {
		to, from := key.(*groth16_bn254.ProvingKey), other.(*groth16_bn254.ProvingKey)
		return []func(){
			func() { to.G1.A = from.G1.A },
			func() { to.G1.B = from.G1.B },
			func() { to.G1.K = from.G1.K },
			func() { to.G1.Z = from.G1.Z },
			func() { to.G2.B = from.G2.B },
		}
	})
}

func TestLog(t *testing.T) {
	theirs, ours := scheme.Log(t)
	if theirs["acceleration"] != "none" || len(ours) != len(theirs)+2 { // solvedBy, verification
		t.Errorf("gnark has the fields %v, we %v", theirs, ours)
	}
}
