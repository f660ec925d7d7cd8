package plonk_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// TestReadKeyOfOtherVersions reads key files as gnark before v0.15.0 writes them, and as later ones
// do, whichever gnark this is. A version that does not exist yet is refused by its number.
func TestReadKeyOfOtherVersions(t *testing.T) {
	const header = 16 // a zero where the size would be, and the version
	i, e := scheme.Shared(t, "cubic"), hookstest.Engine(t)
	var file bytes.Buffer
	if _, err := i.PK.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	plain := file.Bytes()
	if bytes.HasPrefix(plain, make([]byte, header/2)) {
		plain = plain[header:]
	}
	for version := range 3 {
		form := plain
		if version > 0 {
			form = binary.BigEndian.AppendUint64(make([]byte, header/2), uint64(version))
			form = append(form, plain...)
		}
		pk := plonk.NewProvingKey(ecc.BN254)
		n, err := accelerated.ReadKey(bytes.NewReader(form), pk, accelerated.WithEngine(e))
		if version == 2 {
			if err == nil || !strings.Contains(err.Error(), "version 2") {
				t.Errorf("version 2: %v", err)
			}
			continue
		}
		if err != nil || n != int64(len(form)) {
			t.Fatalf("version %d: %d of %d bytes: %v", version, n, len(form), err)
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
}
