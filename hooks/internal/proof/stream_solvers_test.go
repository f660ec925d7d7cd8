//go:build !gnark014

package proof

import (
	"crypto/sha256"
	"runtime"
	"runtime/debug"
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
		"lookup":          {define: lookup},
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
			system := &ccs.(*cs.R1CS).System // a SparseR1CS is of the same type
			for _, processors := range []int{1, 2, 16, 64} {
				want := processors
				if test.alone {
					want = 1
				}
				if got := solversOf(processors, system, test.opts); got != want {
					t.Errorf("%s, %d processors: %d solvers, expected %d", name, processors, got,
						want)
				}
			}
		}
	}
}

// solversOf returns the result of Solvers on n processors.
func solversOf(n int, system *constraint.System, opts []backend.ProverOption) int {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	return Solvers(system, opts)
}

func TestBound(t *testing.T) {
	const gigabyte = 1 << 30
	for _, test := range []struct {
		processors     int
		free, solution uint64
		want           int
	}{
		{16, unlimited, gigabyte / 2, 16},
		{16, unlimited, gigabyte, 8},
		{16, unlimited, 3 * gigabyte, 3},
		{64, unlimited, 3 * gigabyte, 10},
		{16, 64 * gigabyte, gigabyte, 8},
		{16, 8 * gigabyte, gigabyte, 3},
		{2, 8 * gigabyte, gigabyte, 2},
		{16, 5 * gigabyte, gigabyte, 2},
		{16, gigabyte, gigabyte, 1},
		{16, 0, gigabyte, 1},
		{16, gigabyte, 0, 16},
	} {
		if got := bound(test.processors, test.free, test.solution); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}

// TestFreeMemory follows Go's memory limit.
func TestFreeMemory(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	if free := freeMemory(); free == 0 {
		t.Error("no memory is free")
	}
	debug.SetMemoryLimit(1)
	if free := freeMemory(); free != 0 {
		t.Errorf("%d bytes are free beyond the limit", free)
	}
	debug.SetMemoryLimit(1 << 34)
	if free := freeMemory(); free == 0 || free > 1<<34 {
		t.Errorf("%d bytes of %d are free", free, 1<<34)
	}
}
