package provestream

import (
	"crypto/sha256"
	"runtime"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/std/gkrapi"
	"github.com/consensys/gnark/std/gkrapi/gkr"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
)

// circuit is a circuit that a function defines.
type circuit struct {
	X, Y   frontend.Variable
	define func(api frontend.API, x, y frontend.Variable) error
}

func (c *circuit) Define(api frontend.API) error { return c.define(api, c.X, c.Y) }

func product(api frontend.API, x, y frontend.Variable) error {
	api.AssertIsEqual(api.Mul(x, x), y)
	return nil
}

func lookup(api frontend.API, x, y frontend.Variable) error {
	table := logderivlookup.New(api)
	table.Insert(y)
	table.Insert(1)
	api.AssertIsEqual(table.Lookup(x)[0], 1)
	return nil
}

func layered(api frontend.API, x, y frontend.Variable) error {
	layers, err := gkrapi.New(api)
	if err != nil {
		return err
	}
	a, b := layers.NewInput(), layers.NewInput()
	product := layers.Mul(a, b)
	compiled, err := layers.Compile("MIMC")
	if err != nil {
		return err
	}
	for range 2 {
		out, err := compiled.AddInstance(map[gkr.Variable]frontend.Variable{a: x, b: y})
		if err != nil {
			return err
		}
		api.AssertIsEqual(out[product], 6)
	}
	return nil
}

// TestSolvers expects one solver where several would be wrong, and else as many as the processors
// allow. All curves have the same kinds of instructions.
func TestSolvers(t *testing.T) {
	hash := []backend.ProverOption{backend.WithProverHashToFieldFunction(sha256.New())}
	for name, test := range map[string]struct {
		define func(frontend.API, frontend.Variable, frontend.Variable) error
		opts   []backend.ProverOption
		alone  bool
	}{
		"product":         {define: product},
		"product, hashed": {define: product, opts: hash, alone: true},
		"lookup":          {define: lookup, alone: true},
		"GKR":             {define: layered, alone: true},
	} {
		builders := []frontend.NewBuilder{
			r1cs.NewBuilder[constraint.U64], scs.NewBuilder[constraint.U64],
		}
		for _, builder := range builders {
			ccs, err := frontend.Compile(ecc.BN254.ScalarField(), builder,
				&circuit{define: test.define})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			blueprints := ccs.(*cs.R1CS).Blueprints // a SparseR1CS is of the same type
			for processors, want := range map[int]int{1: 1, 7: 1, 8: 2, 16: 4, 64: 4} {
				if test.alone {
					want = 1
				}
				if got := solversOf(processors, blueprints, test.opts); got != want {
					t.Errorf("%s, %d processors: %d solvers, expected %d", name, processors, got,
						want)
				}
			}
		}
	}
}

// solversOf returns the result of Solvers on n processors.
func solversOf(n int, blueprints []constraint.Blueprint, opts []backend.ProverOption) int {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	return Solvers(blueprints, opts)
}
