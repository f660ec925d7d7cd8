package groth16_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

func TestSetup(t *testing.T)   { attaching.Setups(t) }
func TestReadKey(t *testing.T) { attaching.Reading(t, withKey) }

func TestPlanOfMaking(t *testing.T) {
	if testing.Short() {
		t.Skip("a larger circuit")
	}
	attaching.PlanOfMaking(t, ecc.BN254, 5000)
}

// TestSetupRefuses expects errors for what is no system of Groth16.
func TestSetupRefuses(t *testing.T) {
	if _, _, err := accelerated.Setup(nil); !errors.Is(err, accelerated.ErrInvalidInput) {
		t.Errorf("no system: %v", err)
	}
}
