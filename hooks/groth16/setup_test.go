package groth16_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

func setup(ccs constraint.ConstraintSystem, e *accel.Engine) (
	groth16.ProvingKey, groth16.VerifyingKey, error) {
	return accelerated.Setup(ccs, accelerated.WithEngine(e))
}

// TestSetup compares both setups: bytes of keys, from the same randomness.
func TestSetup(t *testing.T) {
	for _, id := range curves.IDs() {
		if testing.Short() && id != ecc.BN254 {
			continue
		}
		keys.WantGnarks(t, scheme, id, scheme.Named(t, "several commitments"), setup)
	}
}

// TestSetupOfExamples compares the setups of all examples.
func TestSetupOfExamples(t *testing.T) {
	for _, example := range scheme.Examples {
		if testing.Short() && example.Name != scheme.Examples[0].Name {
			continue
		}
		keys.WantGnarks(t, scheme, ecc.BN254, example, setup)
	}
}

// TestSetupOfCatalogue compares the setups of the catalogue's circuits.
func TestSetupOfCatalogue(t *testing.T) { keys.WantGnarksForCatalogue(t, scheme, setup) }

// TestSetupRefuses expects errors for what is no system of Groth16.
func TestSetupRefuses(t *testing.T) {
	if _, _, err := accelerated.Setup(nil); !errors.Is(err, accelerated.ErrInvalidInput) {
		t.Errorf("no system: %v", err)
	}
}
