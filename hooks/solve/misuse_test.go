package solve_test

import (
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// misuses are hints whose outputs are their inputs and the first one again. The last input is
// [seven].
var misuses = map[string]gnark.Hint{
	"reassign": func(_ *big.Int, inputs, outputs []*big.Int) error {
		copy(outputs, append(inputs, inputs[0]))
		return nil
	},
	"variable": func(_ *big.Int, inputs, outputs []*big.Int) error {
		outputs[2] = new(big.Int)
		set(outputs, inputs)
		outputs[2] = seven
		return nil
	},
	"swap": func(_ *big.Int, inputs, outputs []*big.Int) error {
		outputs[0], outputs[1] = outputs[1], outputs[0]
		set(outputs, inputs)
		inputs[0], inputs[1] = inputs[1], inputs[0]
		inputs[2], outputs[2] = outputs[2], inputs[2]
		return nil
	},
	"share": func(_ *big.Int, inputs, outputs []*big.Int) error {
		outputs[3] = outputs[0]
		set(outputs, inputs)
		return nil
	},
	"grow": func(_ *big.Int, inputs, outputs []*big.Int) error {
		set(outputs, inputs)
		for range 9 {
			inputs, outputs = append(inputs, big.NewInt(8)), append(outputs, big.NewInt(9))
		}
		return nil
	},
	"keep": func(_ *big.Int, inputs, outputs []*big.Int) error {
		set(outputs, inputs)
		kept.Lock()
		defer kept.Unlock()
		kept.slices = append(kept.slices, inputs, outputs)
		return nil
	},
	"alias": func(_ *big.Int, in, out []*big.Int) error {
		out[1].Set(in[0])
		out[2].SetUint64(3)
		*out[0], *out[1], *out[2], *out[3] = *in[0], *in[1], *seven, *in[0]
		return nil
	},
	"modulus": func(q *big.Int, inputs, outputs []*big.Int) error {
		set(outputs, inputs)
		outputs[0].Sub(outputs[0], q)
		q.SetUint64(99)
		return nil
	},
	"mutate": func(_ *big.Int, inputs, outputs []*big.Int) error {
		set(outputs, inputs)
		for _, x := range inputs {
			x.Lsh(x, 1000).Neg(x)
		}
		return nil
	},
	"fresh": func(q *big.Int, inputs, outputs []*big.Int) error {
		for i, x := range append(inputs[:3:3], inputs[0]) {
			outputs[i] = new(big.Int).Sub(x, q)
		}
		return nil
	},
}

// seven is a variable of the caller's that outputs become.
var seven = big.NewInt(7)

func set(outputs, inputs []*big.Int) {
	for i, x := range append(inputs[:3:3], inputs[0]) {
		outputs[i].Set(x)
	}
}

var kept struct {
	sync.Mutex
	slices [][]*big.Int
}

// spoil changes the kept slices.
func spoil() {
	for _, s := range kept.slices {
		for i, x := range s {
			x.SetUint64(5)
			s[i] = nil
		}
	}
	kept.slices = nil
}

// misusing calls hints. Bound says that it asserts their outputs.
type misusing struct {
	X, Y  frontend.Variable
	hints []gnark.Hint
	calls int
	bound bool
}

func (c *misusing) Define(api frontend.API) error {
	for i := range c.calls {
		x, y := api.Add(c.X, i), api.Mul(c.Y, i+1)
		out, err := api.NewHint(c.hints[i%len(c.hints)], 4, x, y, seven)
		if err != nil {
			return err
		}
		api.Mul(out[0], out[1]) // so that the solution of a sparse system has them
		api.Mul(out[2], out[3])
		if c.bound {
			for j, want := range []frontend.Variable{x, y, seven, x} {
				api.AssertIsEqual(out[j], want)
			}
		}
	}
	return nil
}

func TestForeignHintsAreLogged(t *testing.T) {
	book := new(logbook.Book)
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	share, grow := misuses["share"], misuses["grow"]
	circuit := &misusing{hints: []gnark.Hint{share, grow}, calls: 3}
	ccs, _ := compile(t, ecc.BN254, builders["scs"], circuit, assigned(0))
	if err := solve.Prepare(ccs); err != nil {
		t.Fatal(err)
	}
	lines := book.Entries("hints are called as functions")
	want := map[string]any{gnark.GetHintName(share): 2., gnark.GetHintName(grow): 1.}
	if len(lines) != 1 || !reflect.DeepEqual(lines[0]["calls"], want) {
		t.Errorf("the lines are %v, expected calls %v", lines, want)
	}
}

func assigned(i int) *misusing { return &misusing{X: 11 + i, Y: 5 << i} }

// Whatever a hint does with its slices, solutions are gnark's. Each is in the memory of the last
// one.
func TestHintsThatMisuseTheirSlices(t *testing.T) {
	for _, curve := range curve.IDs() {
		for builder := range builders {
			for kind, hint := range misuses {
				t.Run(fmt.Sprint(curve, "/", builder, "/", kind), func(t *testing.T) {
					testMisuse(t, curve, builder, hint)
				})
			}
		}
	}
}

func testMisuse(t *testing.T, curve ecc.ID, builder string, hint gnark.Hint) {
	circuit := &misusing{hints: []gnark.Hint{hint}, calls: 1}
	known := gnark.WithHints(hint)
	ccs, _ := compile(t, curve, builders[builder], circuit, assigned(0))
	if err := solve.Prepare(ccs); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		_, full := compile(t, curve, builders[builder], circuit, assigned(i))
		want, err := ccs.Solve(full, known)
		if err != nil {
			t.Fatal(err)
		}
		release := solvedByOurs(t, ccs, full, want, known)
		if seven.Cmp(big.NewInt(7)) != 0 {
			t.Fatalf("solution %d: the caller's variable has become %v", i, seven)
		}
		release()
		spoil()
	}
}

// gnark's solver would hand values that one of these hints left behind to the next.
func TestWorkersCallHintsThatMisuseTheirSlices(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	defer func() { kept.slices = nil }()
	hints := slices.Collect(maps.Values(misuses))
	circuit := &misusing{hints: hints, calls: 3000, bound: true}
	options := []gnark.Option{
		gnark.WithHints(hints...), gnark.WithNbTasks(4), solve.WithoutCheck(),
	}
	ccs, _ := compile(t, ecc.BN254, builders["r1cs"], circuit, assigned(0))
	if err := solve.Prepare(ccs); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var group parallel.WaitGroup
		for i := range 3 {
			_, full := compile(t, ecc.BN254, builders["r1cs"], new(square), assigned(i))
			group.Go(func() {
				_, release, err := solve.Solve(ccs, full, options...)
				if err != nil {
					t.Errorf("witness %d: %v", i, err)
					return
				}
				release()
			})
		}
		group.Wait()
	}
}
