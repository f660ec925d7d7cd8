package solve_test

import (
	"errors"
	"math/big"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	fcs "github.com/consensys/gnark/frontend/cs"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

var builders = solvertest.Builders

func compile(
	t *testing.T, curve ecc.ID, builder frontend.NewBuilder, circuit, assignment frontend.Circuit,
) (constraint.ConstraintSystem, witness.Witness) {
	t.Helper()
	ccs, err := frontend.Compile(curve.ScalarField(), builder, circuit)
	if err != nil {
		t.Fatal(err)
	}
	full, err := frontend.NewWitness(assignment, curve.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	return ccs, full
}

// Solutions and errors are gnark's, before and after the system is translated.
func TestSolve(t *testing.T) {
	for _, curve := range curve.IDs() {
		for name, builder := range builders {
			ccs, full := compile(t, curve, builder, new(square), &square{X: 3, Y: 9})
			_, wrong := compile(t, curve, builder, new(square), &square{X: 3, Y: 10})
			want, err := ccs.Solve(full)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 5 {
				if i == 2 {
					if err := solve.Prepare(ccs); err != nil {
						t.Fatal(err)
					}
				}
				got, release, err := solve.Solve(ccs, full, solve.WithoutCheck())
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %v, %v, expected %v", curve, name, got, err, want)
				}
				release()
				_, wantErr := ccs.Solve(wrong)
				_, _, err = solve.Solve(ccs, wrong, solve.WithoutCheck())
				if err == nil || err.Error() != wantErr.Error() {
					t.Errorf("%s, %s: the error is %v, gnark's %v", curve, name, err, wantErr)
				}
			}
		}
	}
}

// TestCompare has the solution after a comparison found by ours alone. A wrong witness compares
// nothing.
func TestCompare(t *testing.T) {
	commit := gnark.OverrideHint(gnark.GetHintID(fcs.Bsb22CommitmentComputePlaceholder),
		func(_ *big.Int, _, out []*big.Int) error { out[0].SetUint64(5); return nil })
	for name, c := range map[string]struct{ circuit, right, wrong frontend.Circuit }{
		"no commitment": {new(square), &square{X: 3, Y: 9}, &square{X: 3, Y: 10}},
		"a commitment":  {new(committing), &committing{X: 3}, nil},
	} {
		ccs, full := compile(t, ecc.BN254, builders["r1cs"], c.circuit, c.right)
		witnesses := []witness.Witness{full}
		if c.wrong != nil {
			_, wrong := compile(t, ecc.BN254, builders["r1cs"], new(square), c.wrong)
			witnesses = []witness.Witness{wrong, full}
		}
		for _, w := range witnesses {
			ours, gnarks := solver.Solved()
			if err := solve.Compare(ccs, w); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			_, release, err := solve.Solve(ccs, full, commit)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			release()
			nowOurs, nowGnarks := solver.Solved()
			if nowOurs-ours == 1 != (w == full) {
				t.Errorf("%s: %d solutions by ours, %d by gnark's",
					name, nowOurs-ours, nowGnarks-gnarks)
			}
		}
	}
}

// A program that was compared before it got a folder is kept there. Its name is its system's
// digest.
func TestPrepareInAfterComparison(t *testing.T) {
	ccs, full := compile(t, ecc.BN254, builders["r1cs"], new(square), &square{X: 3, Y: 9})
	later, _ := compile(t, ecc.BN254, builders["r1cs"], new(square), &square{X: 3, Y: 9})
	var book logbook.Book
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	if err := solve.Prepare(ccs); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second waits until the first is compared
		_, release, err := solve.Solve(ccs, full)
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, system := range []constraint.ConstraintSystem{ccs, later} {
		if err := solve.PrepareIn(folder, system); err != nil {
			t.Fatal(err)
		}
	}
	var got []any
	for _, line := range book.Entries("prepared file") {
		got = append(got, line["prepared"])
	}
	if !slices.Equal(got, []any{"made", "used"}) {
		t.Errorf("prepared files are %v", got)
	}
}

type committing struct{ X frontend.Variable }

func (c *committing) Define(api frontend.API) error {
	hash, err := api.(frontend.Committer).Commit(c.X)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(hash, c.X)
	return nil
}

func TestErrors(t *testing.T) {
	ccs, full := compile(t, ecc.BN254, builders["r1cs"], new(square), &square{X: 3, Y: 9})
	needsKey, one := compile(t, ecc.BN254, builders["r1cs"], new(committing), &committing{X: 3})
	_, other := compile(t, ecc.BLS12_381, builders["r1cs"], new(square), &square{X: 3, Y: 9})
	foreign := struct{ constraint.ConstraintSystem }{ccs}
	for name, c := range map[string]struct {
		ccs  constraint.ConstraintSystem
		full witness.Witness
		want error
	}{
		"no system":     {nil, full, solve.ErrInvalidInput},
		"no witness":    {ccs, nil, solve.ErrInvalidInput},
		"another curve": {ccs, other, witness.ErrInvalidWitness},
		"commitments":   {needsKey, one, solve.ErrNeedsKey},
		"a nil system":  {(*cs.R1CS)(nil), full, solve.ErrInvalidInput},
		"no curve":      {foreign, full, solve.ErrCurveNotSupported},
	} {
		if _, _, err := solve.Solve(c.ccs, c.full); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v", name, err)
		}
		ofWitness := c.ccs == needsKey || c.full == nil || c.full == other
		if err := solve.Prepare(c.ccs); ofWitness && err != nil ||
			!ofWitness && !errors.Is(err, c.want) {
			t.Errorf("%s: prepared: %v", name, err)
		}
	}
}

// TestBlame tells a wrong witness from a hint that fails, and from a wrong size. gnark's errors
// stay within.
func TestBlame(t *testing.T) {
	failure := errors.New("no such record")
	failing := func(*big.Int, []*big.Int, []*big.Int) error { return failure }
	ccs, wrong := compile(t, ecc.BN254, builders["r1cs"], new(square), &square{X: 3, Y: 10})
	hints := &misusing{hints: []gnark.Hint{failing}, calls: 1}
	hinted, full := compile(t, ecc.BN254, builders["r1cs"], hints, assigned(0))
	known := gnark.WithHints(failing)
	_, short := compile(t, ecc.BN254, builders["r1cs"], new(committing), &committing{X: 3})
	for _, option := range []gnark.Option{solve.WithGnark(), solve.WithoutCheck()} {
		_, _, err := solve.Solve(ccs, wrong, option)
		var gnarks *cs.UnsatisfiedConstraintError
		if !errors.Is(err, solve.ErrUnsatisfied) || errors.Is(err, solve.ErrHint) ||
			!errors.As(err, &gnarks) || err.Error() != gnarks.Error() {
			t.Errorf("a wrong witness: %v", err)
		}
		_, _, err = solve.Solve(hinted, full, option, known)
		if !errors.Is(err, solve.ErrHint) || errors.Is(err, solve.ErrUnsatisfied) ||
			!errors.Is(err, failure) || err.Error() != failure.Error() {
			t.Errorf("a hint that fails: %v", err)
		}
		_, _, err = solve.Solve(ccs, short, option)
		if err == nil || errors.Is(err, solve.ErrHint) || errors.Is(err, solve.ErrUnsatisfied) {
			t.Errorf("a witness of another size: %v", err)
		}
	}
}
