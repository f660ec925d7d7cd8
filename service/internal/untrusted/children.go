package untrusted

import (
	"context"
	"math/big"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"golang.org/x/sync/semaphore"
)

// Children starts children for one tenant. It bounds them at once, so that tenants do not wait for
// each other. Those that call hints end with this process. It is safe for concurrent use.
type Children struct {
	places *semaphore.Weighted
	idle   chan *caller
}

// New returns the children of a tenant, of which there is none yet.
func New() *Children {
	n := max(2, runtime.GOMAXPROCS(0))
	return &Children{semaphore.NewWeighted(int64(n)), make(chan *caller, n)}
}

// hintTime is how long a hint may take. hintMemory is how many bytes its child may.
const hintTime, hintMemory = time.Minute, 1 << 30

// Hints has a solver call hints in children, or here if they take little memory and time for their
// arguments. One that ends its child, or takes a minute, fails with a [circuit.HintFailure].
func (c *Children) Hints(ctx context.Context) (options []solver.Option) {
	var failed atomic.Pointer[circuit.HintFailure]
	registered, _ := solver.NewConfig() // without options it cannot fail
	for id, hint := range registered.HintFunctions {
		name := solver.GetHintName(hint)
		call := func(field *big.Int, inputs, outputs []*big.Int) error {
			if small(name, inputs) {
				return circuit.Guarded(func() error { return hint(field, inputs, outputs) })
			}
			if failure := failed.Load(); failure != nil { // solvers ask again after an error
				return failure
			}
			var results []*big.Int
			err := c.call(ctx, &Arguments{id, field, inputs, len(outputs)}, &results)
			if err != nil && !isAnswer(err) {
				failure := &circuit.HintFailure{Hint: name, Err: err, Final: ofArguments(err)}
				failed.CompareAndSwap(nil, failure)
				return failure
			}
			for i, result := range results {
				outputs[i].Set(result)
			}
			return err
		}
		options = append(options, solver.OverrideHint(id, call))
	}
	return options
}

// call has a child call a hint, and returns its error. Other errors are no answer of the child.
func (c *Children) call(ctx context.Context, of *Arguments, results *[]*big.Int) (err error) {
	if c.places.Acquire(ctx, 1) != nil {
		return context.Cause(ctx)
	}
	defer c.places.Release(1)
	var child *caller
	select {
	case child = <-c.idle:
	default:
		if child, err = start(hintMemory, 0, ""); err != nil {
			return err
		}
	}
	err = child.ask(ctx, hintTime, "Child.Call", of, results)
	if err == nil || isAnswer(err) {
		c.idle <- child
	}
	return err
}

// Arguments are those of a hint.
type Arguments struct {
	Hint    solver.HintID
	Field   *big.Int
	Inputs  []*big.Int
	Outputs int
}

// Call calls a hint. The outputs are reduced.
func (Child) Call(of *Arguments, outputs *[]*big.Int) error {
	for range of.Outputs {
		*outputs = append(*outputs, new(big.Int))
	}
	hint := solver.GetRegisteredHint(of.Hint)
	err := circuit.Guarded(func() error { return hint(of.Field, of.Inputs, *outputs) })
	for _, output := range *outputs {
		output.Mod(output, of.Field)
	}
	return err
}

// bounded has hints that are called often, and how many of their first arguments are to be small.
var bounded = map[string]int{
	"github.com/consensys/gnark/constraint/solver.InvZeroHint":              0,
	"github.com/consensys/gnark/std/internal/logderivarg.countHint":         2,
	"github.com/consensys/gnark/std/internal/logderivarg.batchDivBySubHint": 0,
	"github.com/consensys/gnark/std/math/bits.nBits":                        0,
	"github.com/consensys/gnark/std/math/bitslice.partitionHint":            1,
	"github.com/consensys/gnark/std/math/uints.andHint":                     0,
	"github.com/consensys/gnark/std/math/uints.orHint":                      0,
	"github.com/consensys/gnark/std/math/uints.toBytes":                     0,
	"github.com/consensys/gnark/std/math/uints.xorHint":                     0,
	"github.com/consensys/gnark/std/rangecheck.DecomposeHint":               2,
}

// small tells whether a hint of that name takes little for some arguments.
func small(name string, inputs []*big.Int) bool {
	const maxBits = 17 // tables of two bytes have 2^16 rows
	sizes, known := bounded[name]
	return known && len(inputs) >= sizes && !slices.ContainsFunc(inputs[:sizes],
		func(size *big.Int) bool { return size.BitLen() > maxBits })
}
