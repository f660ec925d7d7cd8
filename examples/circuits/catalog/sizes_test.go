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

func TestSmallestAndLargestSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves large circuits to make test-ci")
	}
	// one constraint is the smallest size, and so is as many as that has
	for _, circuit := range catalog.All() {
		if slow(circuit) {
			continue
		}
		instance, err := circuit.New(circuit.Curves()[0], smallest)
		if err != nil {
			t.Fatal(err)
		}
		constraints := compile(t, circuit.Curves()[0], builders["r1cs"],
			instance).GetNbConstraints()
		same, err := circuit.New(circuit.Curves()[0], constraints)
		if err != nil {
			t.Fatal(err)
		}
		if same.Size != instance.Size {
			t.Errorf("%s: %d constraints are %s, and one is %s", circuit.Name(), constraints,
				same.Size, instance.Size)
		}
	}
	instance, err := lookup(t, "merkle").New(ecc.BN254, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if want := "depth 250"; instance.Size != want {
		t.Errorf("the largest tree has %s, want %s", instance.Size, want)
	}
}
