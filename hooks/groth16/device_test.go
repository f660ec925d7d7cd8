//go:build cuda && linux && (amd64 || arm64)

package groth16_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func TestSumsRunOnTheDevice(t *testing.T)  { scheme.SumsRunOnTheDevice(t) }
func TestConfidential(t *testing.T)        { scheme.Confidential(t, 3) }
func TestProofsTakeTurns(t *testing.T)     { scheme.ProofsTakeTurns(t) }
func TestPlanIsKept(t *testing.T)          { scheme.PlanIsKept(t) }
func TestKeyLargerThanMemory(t *testing.T) { scheme.KeyLargerThanMemory(t) }
func TestCollectedLargeKey(t *testing.T)   { scheme.CollectedLargeKey(t) }

func TestCancelledAtCalls(t *testing.T) { scheme.CancelledAtCalls(t) }

func TestDamagedMemory(t *testing.T) { scheme.DamagedMemory(t) }

func TestCloseBesideLives(t *testing.T) { scheme.CloseBesideLives(t) }

func TestSeveralDevices(t *testing.T)       { scheme.SeveralDevices(t) }
func TestKeysOnSeveralDevices(t *testing.T) { scheme.KeysOnSeveralDevices(t) }
func TestUnequalDevices(t *testing.T)       { scheme.UnequalDevices(t) }

// TestFirstProofsSendWires proves with a key that was attached without its circuit. The device has
// A, B and C of the first proofs, too, from constraints that are sent while they are solved.
func TestFirstProofsSendWires(t *testing.T) {
	e, i := devicetest.Open(t), scheme.Make(t, circuits.Powers("powers", 2000))
	scheme.AttachFor(t, i.PK, e)
	prove := func(proofs int) (up uint64) {
		before := e.Statistics().BytesUp
		scheme.ProveAtOnce(t, i, proofs)
		return e.Statistics().BytesUp - before
	}
	if first, next := prove(2), prove(1); first != 2*next {
		t.Errorf("%d bytes for the first two proofs, and %d for the next one", first, next)
	}
}

// TestUnsafeKeyLeftToGnark refuses a key whose points B the device finds to be of different
// scalars, also where gnark would make the proof.
func TestUnsafeKeyLeftToGnark(t *testing.T) {
	e, i := hookstest.Engine(t), *scheme.Make(t, circuits.Core("a core", 1, false))
	solution, release, err := accelerated.Solve(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	defer release()
	i.PK = attaching.Copy(t, ecc.BN254, i.PK)
	twice("G2", "B")(reflect.ValueOf(i.PK).Elem(), ecc.BN254)
	proof, err := accelerated.ProveSolved(i.CCS, i.PK, solution, hookstest.On(e))
	if !errors.Is(err, accelerated.ErrUnsafeKey) || proof != nil {
		t.Errorf("got %v, %v", proof, err)
	}
	devicetest.NoError(t, scheme.Release(i.PK))
}
