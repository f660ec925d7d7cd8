package catalog_test

import (
	"errors"
	"slices"
	"strings"
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

func TestRangeCheckHasACommitment(t *testing.T) {
	for _, curve := range catalog.Curves() {
		instance, err := lookup(t, "rangecheck").New(curve, 1)
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

func TestCommitmentsOnDemand(t *testing.T) {
	for name, builder := range builders {
		for _, wanted := range []int{0, 1, 2} {
			instance, err := lookup(t, "mimc").New(ecc.BN254, 2000, catalog.WithBuilder(builder),
				catalog.WithCommitments(wanted))
			if err != nil {
				t.Fatal(err)
			}
			ccs := compile(t, ecc.BN254, builder, instance)
			if got := len(ccs.GetCommitments().CommitmentIndexes()); got != wanted {
				t.Errorf("%s: %d commitments, wanted %d", name, got, wanted)
			}
			full, err := frontend.NewWitness(instance.Assignment, ecc.BN254.ScalarField())
			if err != nil {
				t.Fatal(err)
			}
			// else the prover's hint is missing
			if err := ccs.IsSolved(full); err != nil && wanted == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, circuit := range catalog.All() {
		for commitments, refused := range map[int]bool{1: circuit.Name() != "mimc", -1: true} {
			if _, err := circuit.New(circuit.Curves()[0], 1,
				catalog.WithCommitments(commitments)); errors.Is(err,
				catalog.ErrUnsupportedOption) != refused {
				t.Errorf("%s with %d commitments: %v", circuit.Name(), commitments, err)
			}
		}
	}
}

func TestSizeItself(t *testing.T) {
	for _, c := range []struct {
		circuit string
		size    int
		want    string // none for a refusal
	}{
		{"merkle", 3, "depth 3"}, {"merkle", 250, "depth 250"}, {"merkle", 251, ""},
		{"mimc", 7, "7 hashes"}, {"mimc", 0, ""}, {"cubic", 1, "one equation"}, {"cubic", 2, ""},
		{"batch-append", 1, "1 leaf"}, {"batch-append", 2, "2 leaves"}, {"apk", 241, "241 members"},
	} {
		instance, err := lookup(t, c.circuit).New(ecc.BN254, 1, catalog.WithSize(c.size))
		refused := errors.Is(err, catalog.ErrUnsupportedOption)
		if instance.Size != c.want || refused != (c.want == "") {
			t.Errorf("%s of size %d: %q, %v", c.circuit, c.size, instance.Size, err)
		}
	}
	largest, err := lookup(t, "merkle").New(ecc.BN254, 1<<30)
	if err != nil || largest.Size != "depth 250" {
		t.Errorf("the largest tree has %s, %v", largest.Size, err)
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
		if _, err := circuit.New(ecc.BLS24_315, 1000); !errors.Is(err,
			catalog.ErrUnsupportedCurve) {
			t.Errorf("%s over BLS24-315: %v, want ErrUnsupportedCurve", circuit.Name(), err)
		}
		if _, err := circuit.New(circuit.Curves()[0], 0); err == nil {
			t.Errorf("%s with no constraints: no error", circuit.Name())
		}
		for _, curve := range catalog.Curves() {
			if slices.Contains(circuit.Curves(), curve) {
				continue
			}
			_, err := circuit.New(curve, 1)
			if !errors.Is(err, catalog.ErrUnsupportedCurve) ||
				!strings.Contains(err.Error(), circuit.Curves()[0].String()) {
				t.Errorf("%s over %s: %v, want ErrUnsupportedCurve with the name of the curve it "+
					"is for", circuit.Name(), curve, err)
			}
		}
	}
}

func lookup(t *testing.T, name string) catalog.Circuit {
	t.Helper()
	circuit, err := catalog.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return circuit
}

func compile(t *testing.T, curve ecc.ID, builder frontend.NewBuilder,
	instance catalog.Instance) constraint.ConstraintSystem {
	t.Helper()
	ccs, err := frontend.Compile(curve.ScalarField(), builder, instance.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	return ccs
}

// wantSolved: the assignment satisfies the compiled circuit, and the invalid one does not.
func wantSolved(t *testing.T, curve ecc.ID, builder frontend.NewBuilder,
	instance catalog.Instance) {
	t.Helper()
	ccs := compile(t, curve, builder, instance)
	for valid, assignment := range map[bool]frontend.Circuit{
		true: instance.Assignment, false: instance.Invalid,
	} {
		witness, err := frontend.NewWitness(assignment, curve.ScalarField())
		if err != nil {
			t.Fatal(err)
		}
		if _, err = ccs.Solve(witness); (err == nil) != valid {
			t.Errorf("%s, a valid assignment is %t: %v", instance.Size, valid, err)
		}
	}
}
