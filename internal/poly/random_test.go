package poly

import (
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// TestRandomFactors draws numbers of 128 bits that use all of them, and no number twice.
func TestRandomFactors(t *testing.T) {
	const n = 1 << 10
	var all, common big.Int
	common.Sub(common.Lsh(big.NewInt(1), 128), big.NewInt(1))
	seen := map[string]bool{}
	for _, factor := range RandomFactors(curve.FieldOf[fr.Element, fr.Vector](), n) {
		var value big.Int
		factor.BigInt(&value)
		if value.BitLen() > 128 {
			t.Fatalf("a factor of %d bits", value.BitLen())
		}
		all.Or(&all, &value)
		common.And(&common, &value)
		seen[value.String()] = true
	}
	if all.BitLen() != 128 || all.TrailingZeroBits() != 0 || common.Sign() != 0 || len(seen) != n {
		t.Errorf("%d bits are in use, %d always; %d numbers of %d", all.BitLen(), common.BitLen(),
			len(seen), n)
	}
}
