package solve_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// Proofs of GKR that were read from bytes lack the blueprint that they refer to.
func TestSystemsFromBytes(t *testing.T) {
	empty := map[string]func(ecc.ID) constraint.ConstraintSystem{
		"r1cs": groth16.NewCS, "scs": plonk.NewCS,
	}
	for _, curve := range curve.IDs() {
		for builder, newSystem := range empty {
			for _, circuit := range []string{"gkr", "lookup", "hint"} {
				t.Run(fmt.Sprint(curve, "/", builder, "/", circuit), func(t *testing.T) {
					c, err := solvertest.Compile(curve, circuit, builder)
					if err != nil {
						t.Fatal(err)
					}
					var sent bytes.Buffer
					if _, err := c.System.WriteTo(&sent); err != nil {
						t.Fatal(err)
					}
					ccs := newSystem(curve)
					if _, err := ccs.ReadFrom(&sent); err != nil {
						t.Fatal(err)
					}
					want, err := c.System.Solve(c.Valid, c.Options...)
					if err != nil {
						t.Fatal(err)
					}
					if err := solve.Prepare(ccs); err != nil {
						t.Fatal(err)
					}
					for range 2 {
						solvedByOurs(t, ccs, c.Valid, want, c.Options...)()
					}
				})
			}
		}
	}
}

func solvedByOurs(
	t *testing.T, ccs constraint.ConstraintSystem, full witness.Witness, want any,
	options ...gnark.Option,
) (release func()) {
	t.Helper()
	before, _ := solver.Solved()
	got, release, err := solve.Solve(ccs, full, append(options, solve.WithoutCheck())...)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, %v, expected %v", got, err, want)
	}
	if after, _ := solver.Solved(); after != before+1 {
		t.Error("gnark's solver ran")
	}
	return release
}
