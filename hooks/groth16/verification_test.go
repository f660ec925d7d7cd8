package groth16_test

import (
	"crypto/sha512"
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
)

func withKey(vk groth16.VerifyingKey) []backend.ProverOption {
	return []backend.ProverOption{accelerated.WithVerifyingKey(vk)}
}

func TestVerification(t *testing.T) {
	scheme.Verification(t, withKey, func(_, other *testscheme.Instance) []backend.ProverOption {
		return withKey(other.VK)
	})
}

// TestVerificationAttached gives the verifying key to Attach, once.
func TestVerificationAttached(t *testing.T) {
	i := scheme.Make(t, scheme.Named(t, "commitment to both"))
	other := scheme.Make(t, scheme.Named(t, "commitment to both"))
	first, second := hookstest.Engine(t), hookstest.Engine(t)
	proves := func(want error, opts ...accelerated.Option) {
		t.Helper()
		if err := accelerated.Attach(i.PK, opts...); err != nil {
			t.Fatal(err)
		}
		if _, err := accelerated.Prove(i.CCS, i.PK, i.Full); !errors.Is(err, want) {
			t.Errorf("got %v, expected %v", err, want)
		}
	}
	proves(nil, accelerated.WithEngine(first), accelerated.WithVerifyingKey(i.VK))
	proves(nil)
	proves(nil, accelerated.WithEngine(second)) // it moves
	err := accelerated.Attach(i.PK, accelerated.WithVerifyingKey(other.VK))
	if !errors.Is(err, accelerated.ErrKeyMismatch) {
		t.Errorf("another setup's: %v", err)
	}
	if err := accelerated.Release(i.PK); err != nil {
		t.Fatal(err)
	}
	proves(nil, accelerated.WithEngine(first)) // by the proving key
	if err := accelerated.Release(i.PK); err != nil {
		t.Fatal(err)
	}
}

// TestWrongVerifyingKeys gives keys that cannot be the system's.
func TestWrongVerifyingKeys(t *testing.T) {
	i := scheme.Shared(t, "cubic")
	foreign := scheme.MakeOn(t, ecc.BLS12_381, scheme.Named(t, "cubic"))
	for name, test := range map[string]struct {
		vk   groth16.VerifyingKey
		want error
	}{
		"none":            {nil, accelerated.ErrInvalidInput},
		"another curve's": {foreign.VK, accelerated.ErrKeyMismatch},
		"another circuit's": {
			scheme.Shared(t, "several commitments").VK, accelerated.ErrKeyMismatch,
		},
		"an empty one": {groth16.NewVerifyingKey(ecc.BN254), accelerated.ErrKeyMismatch},
	} {
		_, err := accelerated.Prove(i.CCS, i.PK, i.Full, withKey(test.vk)...)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := accelerated.Attach(i.PK, accelerated.WithVerifyingKey(foreign.VK))
	if !errors.Is(err, accelerated.ErrKeyMismatch) {
		t.Errorf("attached: %v", err)
	}
	if err := accelerated.Attach(i.PK, nil); err == nil {
		t.Error("a nil option was accepted")
	}
}

func TestWrongSolver(t *testing.T) {
	t.Run("with the verifying key", func(t *testing.T) { scheme.WrongSolver(t, withKey) })
	t.Run("without", func(t *testing.T) {
		scheme.WrongSolver(t, func(groth16.VerifyingKey) []backend.ProverOption { return nil })
	})
}

func TestStreamWithHashes(t *testing.T) {
	i := scheme.Shared(t, "commitment to both")
	scheme.StreamWithHashes(t,
		append(withKey(i.VK), backend.WithProverHashToFieldFunction(sha512.New())),
		[]backend.VerifierOption{backend.WithVerifierHashToFieldFunction(sha512.New())})
}

func TestBlame(t *testing.T) {
	scheme.Blame(t, accelerated.WithRedactedErrors(), accelerated.ErrUnsatisfied,
		accelerated.ErrHint)
}

func TestSoak(t *testing.T) { scheme.Soak(t, withKey) }

func TestFirstWitnesses(t *testing.T) { scheme.FirstWitnesses(t, withKey) }
