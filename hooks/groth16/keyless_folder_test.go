package groth16_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/logger"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

// TestKeylessInFolder finds what verification without a verifying key needs in a folder, as a later
// process does.
func TestKeylessInFolder(t *testing.T) {
	defer logger.Set(logger.Logger())
	for _, name := range []string{"cubic", "several commitments"} {
		i, e := scheme.Make(t, scheme.Named(t, name)), hookstest.Engine(t)
		path := t.TempDir() + "/kept"
		var system bytes.Buffer
		if _, err := i.CCS.WriteTo(&system); err != nil {
			t.Fatal(err)
		}
		for round, want := range []string{"made", "used", "used"} {
			var book testlog.Book
			logger.Set(book.Logger())
			i.CCS = groth16.NewCS(ecc.BN254)
			if _, err := i.CCS.ReadFrom(bytes.NewReader(system.Bytes())); err != nil {
				t.Fatal(err)
			}
			err := accelerated.Attach(i.PK, accelerated.WithEngine(e),
				accelerated.WithCircuit(i.CCS), accelerated.WithPreparedFolder(path))
			if err != nil {
				t.Fatal(err)
			}
			proof, err := accelerated.Prove(i.CCS, i.PK, i.Full, accelerated.WithTrustedKey())
			if err != nil {
				t.Fatalf("%s, round %d: %v", name, round, err)
			}
			scheme.WantVerified(t, i, proof)
			if err := accelerated.Release(i.PK); err != nil {
				t.Error(err)
			}
			lines := book.Lines(t, "prepared file")
			if !slices.ContainsFunc(lines, func(l map[string]any) bool {
				return l["kind"] == "equation" && l["prepared"] == want
			}) {
				t.Errorf("%s, round %d: %v", name, round, lines)
			}
		}
	}
}
