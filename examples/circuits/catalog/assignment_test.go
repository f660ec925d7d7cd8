//go:build !race

// These tests compile many circuits, one goroutine each: the race detector would find nothing and
// cost a minute.

package catalog_test

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/test"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// smallest asks for the smallest size of a circuit.
const smallest = 1

// slow says of a circuit that it has hundreds of thousands of constraints in its smallest size.
func slow(circuit catalog.Circuit) bool {
	return slices.Contains([]string{"ecdsa", "keccak", "ecmul", "ecrecover", "pairing",
		"batch-append"}, circuit.Name())
}

// leftToLongRuns says that a circuit has millions of constraints over a curve for PLONK, in its
// smallest size, and that no long run was asked for.
func leftToLongRuns(circuit catalog.Circuit, curve ecc.ID) bool {
	millions := circuit.Name() == "pairing" || circuit.Name() == "recursion" && curve == ecc.BN254
	return millions && os.Getenv(devicetest.LongVariable) != "1"
}

// TestSlowCircuitsOverEveryCurve runs gnark's test engine, which compiles nothing. With -short it
// takes one circuit over two curves: the points' scalars are of the first one's field.
func TestSlowCircuitsOverEveryCurve(t *testing.T) {
	for _, circuit := range catalog.All() {
		all := circuit.Curves()
		if testing.Short() {
			all = all[:min(2, len(all))]
		}
		for _, curve := range all {
			if !slow(circuit) || leftToLongRuns(circuit, curve) ||
				testing.Short() && circuit.Name() != "ecmul" {
				continue
			}
			t.Run(circuit.Name()+"/"+curve.String(), func(t *testing.T) {
				t.Parallel()
				instance, err := circuit.New(curve, smallest)
				if err != nil {
					t.Fatal(err)
				}
				field := curve.ScalarField()
				if err := test.IsSolved(instance.Circuit, instance.Assignment, field); err != nil {
					t.Errorf("the assignment does not satisfy the circuit: %v", err)
				}
				if err := test.IsSolved(instance.Circuit, instance.Invalid, field); err == nil {
					t.Error("the invalid assignment satisfies the circuit")
				}
			})
		}
	}
}

func TestEveryCircuitOverEveryCurve(t *testing.T) {
	for _, circuit := range catalog.All() {
		for _, curve := range circuit.Curves() {
			sample := slow(circuit) || testing.Short() // the first curve will do
			if sample && curve != circuit.Curves()[0] || slow(circuit) && testing.Short() ||
				leftToLongRuns(circuit, curve) {
				continue
			}
			for name, builder := range builders {
				t.Run(circuit.Name()+"/"+curve.String()+"/"+name, func(t *testing.T) {
					t.Parallel()
					instance, err := circuit.New(curve, smallest, catalog.WithBuilder(builder))
					if err != nil {
						t.Fatal(err)
					}
					wantSolved(t, curve, builder, instance)
				})
			}
		}
	}
}

// TestLargerSizes goes beyond the smallest size of each circuit: several signatures, blocks,
// levels. Those of slow circuits are left to long runs.
func TestLargerSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves larger circuits to make test-ci")
	}
	for _, circuit := range catalog.All() {
		t.Run(circuit.Name(), func(t *testing.T) {
			t.Parallel()
			curve, wanted := circuit.Curves()[0], 60_000
			if slow(circuit) {
				if os.Getenv(devicetest.LongVariable) != "1" {
					t.Skipf("takes long; %s=1 asks for it", devicetest.LongVariable)
				}
				wanted = 350_000
			}
			instance, err := circuit.New(curve, wanted)
			if err != nil {
				t.Fatal(err)
			}
			wantSolved(t, curve, builders["r1cs"], instance)
		})
	}
}

func TestSeeds(t *testing.T) {
	for _, circuit := range catalog.All() {
		assignment := func(seed uint64) frontend.Circuit {
			instance, err := circuit.New(circuit.Curves()[0], smallest, catalog.WithSeed(seed))
			if err != nil {
				t.Fatal(err)
			}
			return instance.Assignment
		}
		drawsItsOwn := circuit.Name() == "recursion"
		if !drawsItsOwn && !reflect.DeepEqual(assignment(1), assignment(1)) {
			t.Errorf("%s: the same seed gives different assignments", circuit.Name())
		}
		if reflect.DeepEqual(assignment(1), assignment(2)) {
			t.Errorf("%s: different seeds give the same assignment", circuit.Name())
		}
	}
}
