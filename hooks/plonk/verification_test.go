package plonk_test

import (
	"crypto/sha512"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

func TestVerification(t *testing.T) {
	scheme.Verification(t, func(plonk.VerifyingKey) []backend.ProverOption { return nil },
		func(i, _ *testscheme.Instance) []backend.ProverOption {
			pk := i.PK.(*plonk_bn254.ProvingKey)
			vk := *pk.Vk
			vk.Kzg.G2[1] = vk.Kzg.G2[0] // another reference string's
			vk.Kzg.Lines[1] = vk.Kzg.Lines[0]
			pk.Vk = &vk
			return nil
		})
}

func TestWrongSolver(t *testing.T) {
	scheme.WrongSolver(t, func(plonk.VerifyingKey) []backend.ProverOption { return nil })
}

func TestStreamWithHashes(t *testing.T) {
	scheme.StreamWithHashes(t,
		[]backend.ProverOption{
			backend.WithProverHashToFieldFunction(sha512.New()),
			backend.WithProverChallengeHashFunction(sha512.New()),
			backend.WithProverKZGFoldingHashFunction(sha512.New()),
		},
		[]backend.VerifierOption{
			backend.WithVerifierHashToFieldFunction(sha512.New()),
			backend.WithVerifierChallengeHashFunction(sha512.New()),
			backend.WithVerifierKZGFoldingHashFunction(sha512.New()),
		})
}

func TestBlame(t *testing.T) {
	scheme.Blame(t, accelerated.WithRedactedErrors(), accelerated.ErrUnsatisfied,
		accelerated.ErrHint)
}

func TestSoak(t *testing.T) {
	scheme.Soak(t, func(plonk.VerifyingKey) []backend.ProverOption { return nil })
}

func TestFirstWitnesses(t *testing.T) {
	scheme.FirstWitnesses(t, func(plonk.VerifyingKey) []backend.ProverOption { return nil })
}
