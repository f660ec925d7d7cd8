package groth16_test

import (
	"io"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

func readKey(r io.Reader, pk groth16.ProvingKey, e *accel.Engine) (int64, error) {
	return accelerated.ReadKey(r, pk, accelerated.WithEngine(e))
}

// TestReadKey reads keys, whole and broken, as gnark does.
func TestReadKey(t *testing.T) {
	for _, id := range curves.IDs() {
		if testing.Short() && id != ecc.BN254 {
			continue
		}
		example := scheme.Named(t, "several commitments")
		keys.WantGnarksReading(
			t, scheme, id, example, groth16.NewProvingKey, readKey, withKey)
	}
}
