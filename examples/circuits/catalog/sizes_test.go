//go:build !race

// These tests compile many circuits, one goroutine each: the race detector would find nothing and
// cost a minute.

package catalog_test

import (
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

func TestConstraintsComeClose(t *testing.T) {
	bn254 := []ecc.ID{ecc.BN254}
	for _, test := range []struct {
		name   string
		curves []ecc.ID
		wanted int
		// at least that from one size to the next, for the largest of the curves and builders
		step int
	}{
		{"cubic", bn254, 1, 6}, {"cubic", bn254, 5, 6}, {"mimc", bn254, 1, 1000},
		{"mimc", catalog.Curves(), 5000, 700},
		{"mimc", catalog.Curves(), 1 << 15, 700},
		{"mimc", bn254, 1 << 18, 500},
		{"sha256", bn254, 80_000, 55_000}, // its bits are counted alike over all curves
		{"merkle", catalog.Curves(), 5000, 1400},
		{"merkle", catalog.Curves(), 1 << 15, 1400},
		{"eddsa", catalog.Curves(), 1 << 15, 20_000},
		{"rollup", bn254, 60_000, 32_000},
		{"recursion", []ecc.ID{ecc.BW6_761}, 40_000, 62_000},
		{"rangecheck", catalog.Curves(), 5000, 60},
		{"rangecheck", bn254, 100_000, 60},
	} {
		if testing.Short() && test.wanted > 5000 {
			continue
		}
		for _, curve := range test.curves {
			for name, builder := range builders {
				t.Run(fmt.Sprintf("%s/%s/%s/%d", test.name, curve, name, test.wanted),
					func(t *testing.T) {
						t.Parallel()
						instance, err := lookup(t, test.name).New(curve, test.wanted,
							catalog.WithBuilder(builder))
						if err != nil {
							t.Fatal(err)
						}
						// gnark splits long sums by further constraints, a few in a thousand.
						tolerance := test.step/2 + test.wanted/500
						got := compile(t, curve, builder, instance).GetNbConstraints()
						if distance := max(got-test.wanted, test.wanted-got); distance > tolerance {
							t.Errorf("%s: %d constraints for %d wanted", instance.Size, got,
								test.wanted)
						}
					})
			}
		}
	}
}
