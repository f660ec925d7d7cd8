//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
)

// verified are the options of proofs that are verified.
func verified(vk groth16.VerifyingKey) []backend.ProverOption {
	return []backend.ProverOption{accelerated.WithVerifyingKey(vk)}
}

// keyless are those of proofs that the proving key and the circuit verify.
func keyless(groth16.VerifyingKey) []backend.ProverOption { return nil }

func TestCorruptedVerified(t *testing.T) { testscheme.Groth16.Corrupted(t, false, verified) }
func TestCorruptedStrict(t *testing.T)   { testscheme.Groth16.Corrupted(t, true, verified) }

// TestCorruptedKeyless has the proving key and the circuit tell wrong proofs, with commitments and
// without.
func TestCorruptedKeyless(t *testing.T) {
	testscheme.Groth16.Corrupted(t, false, keyless,
		testscheme.Groth16.Named(t, "several commitments"))
}

// TestCorruptedCores has gnark make the proofs of circuits whose equation cannot be written.
func TestCorruptedCores(t *testing.T) {
	pairs := 1 << 11
	if testing.Short() {
		pairs = 1 << 5
	}
	testscheme.Groth16.CorruptedRarely(t, keyless,
		circuits.Core("a core", 1, true), circuits.Core("many cores", pairs, false))
}

// TestCorruptedHidden does so for a circuit with a commitment to more wires than the host sums up.
func TestCorruptedHidden(t *testing.T) { testscheme.Groth16.CorruptedHidden(t, 1100, keyless) }

func TestWrongDevice(t *testing.T) {
	t.Run("with the verifying key", func(t *testing.T) {
		testscheme.Groth16.WrongDevice(t, verified)
	})
	t.Run("without", func(t *testing.T) { testscheme.Groth16.WrongDevice(t, keyless) })
}
