//go:build !race

// These tests compile many circuits, one goroutine each: the race detector would find nothing and cost a minute.

package catalog_test

import (
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

func TestEveryCircuitOverEveryCurve(t *testing.T) {
	for _, circuit := range catalog.All() {
		for _, curve := range catalog.Curves() {
			for name, builder := range builders {
				t.Run(circuit.Name()+"/"+curve.String()+"/"+name, func(t *testing.T) {
					t.Parallel()
					instance, err := circuit.New(curve, 2000, catalog.WithBuilder(builder))
					if err != nil {
						t.Fatal(err)
					}
					ccs := compile(t, curve, builder, instance)
					if err := solve(t, curve, ccs, instance.Assignment); err != nil {
						t.Errorf("%s: the assignment does not satisfy the circuit: %v", instance.Size, err)
					}
					if err := solve(t, curve, ccs, instance.Invalid); err == nil {
						t.Errorf("%s: the invalid assignment satisfies the circuit", instance.Size)
					}
				})
			}
		}
	}
}

// TestLargerSizes goes beyond the smallest size of each circuit: several signatures, blocks, levels.
func TestLargerSizes(t *testing.T) {
	for _, circuit := range catalog.All() {
		t.Run(circuit.Name(), func(t *testing.T) {
			t.Parallel()
			instance, err := circuit.New(ecc.BN254, 60_000)
			if err != nil {
				t.Fatal(err)
			}
			ccs := compile(t, ecc.BN254, builders["r1cs"], instance)
			t.Logf("%s: %d constraints", instance.Size, ccs.GetNbConstraints())
			if err := solve(t, ecc.BN254, ccs, instance.Assignment); err != nil {
				t.Errorf("%s: the assignment does not satisfy the circuit: %v", instance.Size, err)
			}
			if err := solve(t, ecc.BN254, ccs, instance.Invalid); err == nil {
				t.Errorf("%s: the invalid assignment satisfies the circuit", instance.Size)
			}
		})
	}
}

func TestSeeds(t *testing.T) {
	for _, circuit := range catalog.All() {
		assignment := func(seed uint64) frontend.Circuit {
			instance, err := circuit.New(ecc.BN254, 1, catalog.WithSeed(seed))
			if err != nil {
				t.Fatal(err)
			}
			return instance.Assignment
		}
		if !reflect.DeepEqual(assignment(1), assignment(1)) {
			t.Errorf("%s: the same seed gives different assignments", circuit.Name())
		}
		if reflect.DeepEqual(assignment(1), assignment(2)) {
			t.Errorf("%s: different seeds give the same assignment", circuit.Name())
		}
	}
}
