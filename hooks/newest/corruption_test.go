//go:build upstream && cuda && linux && (amd64 || arm64)

package newest_test

import (
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
)

// Silent faults of the device: no wrong proof leaves. See -faults.
func TestCorruptedGroth16(t *testing.T) {
	groth16Scheme.Corrupted(t, false, func(groth16.VerifyingKey) []backend.ProverOption {
		return nil
	})
}

func TestCorruptedPLONK(t *testing.T) {
	plonkScheme.Corrupted(t, false, func(plonk.VerifyingKey) []backend.ProverOption {
		return nil
	})
}
