package catalog_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// builders are the constraint builders of the schemes that gnark has.
var builders = map[string]frontend.NewBuilder{
	"r1cs": r1cs.NewBuilder[constraint.U64],
	"scs":  scs.NewBuilder[constraint.U64],
}

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

func TestConstraintsComeClose(t *testing.T) {
	// The largest step from one size to the next, over all curves and builders, and the smallest size.
	for name, scale := range map[string]struct{ step, smallest int }{
		"mimc":       {700, 700},
		"sha256":     {60_000, 60_000},
		"merkle":     {1400, 2100},
		"eddsa":      {20_000, 20_000},
		"rangecheck": {60, 1200},
	} {
		circuit, err := catalog.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, curve := range catalog.Curves() {
			for builderName, builder := range builders {
				for _, want := range []int{5000, 1 << 15, 100_000} {
					if want < scale.smallest || want == 100_000 && curve != ecc.BN254 {
						continue
					}
					instance, err := circuit.New(curve, want, catalog.WithBuilder(builder))
					if err != nil {
						t.Fatal(err)
					}
					got := compile(t, curve, builder, instance).GetNbConstraints()
					if distance := max(got-want, want-got); distance > scale.step/2+want/500 {
						t.Errorf("%s over %s, %s: %d constraints for %d wanted", name, curve, builderName, got, want)
					}
				}
			}
		}
	}
}

func TestNearestSizeOfTheOthers(t *testing.T) {
	for _, test := range []struct {
		name                string
		wanted, constraints int
	}{
		{"cubic", 1, 3},
		{"cubic", 1 << 20, 3},
		{"mimc", 1, 331},
	} {
		circuit, err := catalog.Lookup(test.name)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := circuit.New(ecc.BN254, test.wanted)
		if err != nil {
			t.Fatal(err)
		}
		if got := compile(t, ecc.BN254, builders["r1cs"], instance).GetNbConstraints(); got != test.constraints {
			t.Errorf("%s for %d wanted: %d constraints, want %d", test.name, test.wanted, got, test.constraints)
		}
	}
	merkle, err := catalog.Lookup("merkle")
	if err != nil {
		t.Fatal(err)
	}
	instance, err := merkle.New(ecc.BN254, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if want := "depth 250"; instance.Size != want {
		t.Errorf("the largest tree has %s, want %s", instance.Size, want)
	}
}

func TestRangeCheckHasACommitment(t *testing.T) {
	circuit, err := catalog.Lookup("rangecheck")
	if err != nil {
		t.Fatal(err)
	}
	for _, curve := range catalog.Curves() {
		instance, err := circuit.New(curve, 1)
		if err != nil {
			t.Fatal(err)
		}
		ccs := compile(t, curve, builders["r1cs"], instance)
		commitments, ok := ccs.GetCommitments().(constraint.Groth16Commitments)
		if !ok || len(commitments) != 1 {
			t.Errorf("%s: commitments are %v, want one", curve, ccs.GetCommitments())
		}
	}
}

func TestSeeds(t *testing.T) {
	for _, circuit := range catalog.All() {
		assignment := func(seed uint64) frontend.Circuit {
			instance, err := circuit.New(ecc.BN254, 1000, catalog.WithSeed(seed))
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

func TestLookup(t *testing.T) {
	for _, circuit := range catalog.All() {
		found, err := catalog.Lookup(circuit.Name())
		if err != nil || found.Name() != circuit.Name() {
			t.Errorf("Lookup(%q) = %v, %v", circuit.Name(), found, err)
		}
		if circuit.Description() == "" || circuit.Scaling() == "" {
			t.Errorf("%s does not describe itself", circuit.Name())
		}
	}
	if _, err := catalog.Lookup("quartic"); !errors.Is(err, catalog.ErrUnknownCircuit) {
		t.Errorf("Lookup of an unknown name: %v, want ErrUnknownCircuit", err)
	}
}

func TestRefusals(t *testing.T) {
	for _, circuit := range catalog.All() {
		if _, err := circuit.New(ecc.BLS24_315, 1000); !errors.Is(err, catalog.ErrUnsupportedCurve) {
			t.Errorf("%s over BLS24-315: %v, want ErrUnsupportedCurve", circuit.Name(), err)
		}
		if _, err := circuit.New(ecc.BN254, 0); err == nil {
			t.Errorf("%s with no constraints: no error", circuit.Name())
		}
	}
}

func compile(t *testing.T, curve ecc.ID, builder frontend.NewBuilder, instance catalog.Instance) constraint.ConstraintSystem {
	t.Helper()
	ccs, err := frontend.Compile(curve.ScalarField(), builder, instance.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	return ccs
}

func solve(t *testing.T, curve ecc.ID, ccs constraint.ConstraintSystem, assignment frontend.Circuit) error {
	t.Helper()
	witness, err := frontend.NewWitness(assignment, curve.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	_, err = ccs.Solve(witness)
	return err
}
