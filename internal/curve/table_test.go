package curve

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
)

func TestNames(t *testing.T) {
	names := func(c Curve) []string {
		return []string{c.Name(), c.Folder(), c.Package(), c.Constant(), c.Title()}
	}
	for id, want := range map[ecc.ID][]string{
		ecc.BN254:     {"bn254", "bn254", "bn254", "BN254", "BN254"},
		ecc.BLS12_377: {"bls12_377", "bls12-377", "bls12377", "BLS12_377", "BLS12-377"},
	} {
		if got := names(Curve{ID: id}); !slices.Equal(got, want) {
			t.Errorf("got %v, expected %v", got, want)
		}
	}
}

// TestAllIsACopy changes what All returned.
func TestAllIsACopy(t *testing.T) {
	All()[0].ID = ecc.UNKNOWN
	if All()[0].ID != ecc.BN254 || IDs()[0] != ecc.BN254 || Folders()[0] != "bn254" {
		t.Error("the table was changed from outside")
	}
}
