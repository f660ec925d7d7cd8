//go:build gnark014

package translate

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/std/gkrapi"
	_ "github.com/consensys/gnark/std/hash/all" // GKR finds its hash by name
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type layered struct{ X [4]frontend.Variable }

func (c *layered) Define(api frontend.API) error {
	g := gkrapi.New()
	x, err := g.Import(c.X[:])
	if err != nil {
		return err
	}
	y := g.Mul(x, x)
	solution, err := g.Solve(api)
	if err != nil {
		return err
	}
	for i, out := range solution.Export(y) {
		api.AssertIsEqual(out, api.Mul(c.X[i], c.X[i]))
	}
	return solution.Verify("MIMC")
}

// gnark gives the hints of such a system functions that the system does not name.
func TestGKRIsLeftToGnark(t *testing.T) {
	system, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, new(layered))
	if err != nil {
		t.Fatal(err)
	}
	sys := system.(*cs.R1CS)
	if _, err := System(&sys.System, sys); !errors.Is(err, program.ErrUnsupported) {
		t.Error(err)
	}
}
