package plonk_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	plonk_bw6761 "github.com/consensys/gnark/backend/plonk/bw6-761"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/plonk/testscheme"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

func TestAttachArguments(t *testing.T) {
	for _, call := range []func(plonk.ProvingKey) error{
		func(pk plonk.ProvingKey) error { return accelerated.Attach(pk) },
		accelerated.Release,
	} {
		for _, test := range []struct {
			pk   plonk.ProvingKey
			want error
		}{
			{nil, accelerated.ErrInvalidInput},
			{(*plonk_bn254.ProvingKey)(nil), accelerated.ErrInvalidInput},
			{(*plonk_bw6761.ProvingKey)(nil), accelerated.ErrInvalidInput},
			{foreignKey{}, accelerated.ErrCurveNotSupported},
		} {
			if err := call(test.pk); !errors.Is(err, test.want) {
				t.Errorf("%T: got %v", test.pk, err)
			}
		}
	}
	pk := scheme.Shared(t, "cubic").PK
	err := accelerated.Attach(pk, accelerated.WithEngine(nil))
	if !errors.Is(err, accelerated.ErrInvalidInput) {
		t.Errorf("no engine: got %v", err)
	}
}

func TestProveWithoutAttach(t *testing.T)  { scheme.ProveWithoutAttach(t) }
func TestAttachedToClosed(t *testing.T)    { scheme.AttachedToClosed(t) }
func TestKeyReplaced(t *testing.T)         { scheme.KeyReplaced(t) }
func TestConcurrentAttach(t *testing.T)    { scheme.ConcurrentAttach(t) }
func TestReleaseWhileProving(t *testing.T) { scheme.ReleaseWhileProving(t) }
func TestCollectedKey(t *testing.T)        { scheme.CollectedKey(t, hookstest.Engine(t)) }

func TestAttachedEngineIsUsed(t *testing.T) {
	scheme.AttachedEngineIsUsed(t, 2) // the sums over the padding
}

func TestVectorsReplaced(t *testing.T) {
	scheme.VectorsReplaced(t, func(key, other plonk.ProvingKey) []func() {
		to, from := key.(*plonk_bn254.ProvingKey), other.(*plonk_bn254.ProvingKey)
		return []func(){
			func() { to.Kzg.G1 = from.Kzg.G1 },
			func() { to.KzgLagrange.G1 = from.KzgLagrange.G1 },
		}
	})
}

// TestCircuitReplaced proves two circuits with keys that take turns in one object.
func TestCircuitReplaced(t *testing.T) {
	e := hookstest.Engine(t)
	i := scheme.Make(t, scheme.Named(t, "cubic"))
	other := scheme.Make(t, scheme.Named(t, "no public input"))
	scheme.AttachFor(t, i.PK, e)
	key := i.PK.(*plonk_bn254.ProvingKey)
	keys := []plonk_bn254.ProvingKey{*key, *other.PK.(*plonk_bn254.ProvingKey)}
	for round := range 4 {
		from := []*testscheme.Instance{i, other}[round%2]
		*key = keys[round%2]
		proof, err := accelerated.Prove(from.CCS, i.PK, from.Full)
		if err != nil {
			t.Fatal(err)
		}
		scheme.WantVerified(t, from, proof)
	}
}

func TestAttachWithCircuit(t *testing.T) { scheme.AttachWithCircuit(t) }

func TestPreparesBesideTheSolver(t *testing.T) {
	scheme.PreparesBesideTheSolver(t, 2) // the sums over the padding
}

func TestLog(t *testing.T) { scheme.Log(t) } // gnark's PLONK names no acceleration
