//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// verified are the options of proofs that are verified.
func verified(vk groth16.VerifyingKey) []backend.ProverOption {
	return []backend.ProverOption{accelerated.WithVerifyingKey(vk)}
}

func TestCorruptedVerified(t *testing.T) {
	testscheme.Groth16.Corrupted(t, hookstest.NoneWrong, verified)
}

func TestCorruptedStrict(t *testing.T) {
	testscheme.Groth16.Corrupted(t, hookstest.NoneWrongStrict, verified, accel.WithStrict())
}
