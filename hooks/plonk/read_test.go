package plonk_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

func readKey(r io.Reader, pk plonk.ProvingKey, e *accel.Engine) (int64, error) {
	return accelerated.ReadKey(r, pk, accelerated.WithEngine(e))
}

// TestReadKey reads keys, with and without commitments, whole and broken, as gnark does.
func TestReadKey(t *testing.T) {
	for k, id := range curves.IDs() {
		if testing.Short() && id != ecc.BN254 {
			continue
		}
		example := scheme.Named(t, []string{"several commitments", "cubic"}[k%2])
		keys.WantGnarksReading(t, scheme, id, example, plonk.NewProvingKey, readKey, nil)
	}
}

// TestReadKeyAttaches reads a key that is attached then.
func TestReadKeyAttaches(t *testing.T) {
	i, e := scheme.Shared(t, "cubic"), hookstest.Engine(t)
	var file bytes.Buffer
	if _, err := i.PK.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	pk := plonk.NewProvingKey(ecc.BN254)
	_, err := accelerated.ReadKey(&file, pk, accelerated.WithEngine(e), accelerated.WithAttached(),
		accelerated.WithCircuit(i.CCS))
	if err != nil {
		t.Fatal(err)
	}
	proof, err := accelerated.Prove(i.CCS, pk, i.Full)
	if err != nil {
		t.Fatal(err)
	}
	scheme.WantVerified(t, i, proof)
	if err := accelerated.Release(pk); err != nil {
		t.Error(err)
	}
}
