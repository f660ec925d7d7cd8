package untrusted

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Children starts children for one tenant. It bounds them at once, so that tenants do not wait for
// each other. Those that call hints end with this process. It is safe for concurrent use.
type Children struct {
	places chan struct{}
	idle   chan *caller
}

// New returns the children of a tenant, of which there is none yet.
func New() *Children {
	n := max(2, runtime.GOMAXPROCS(0))
	return &Children{make(chan struct{}, n), make(chan *caller, n)}
}

func (c *Children) acquire(ctx context.Context) error {
	select {
	case c.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// hintTime is how long a hint may take. hintMemory is how many bytes its child may.
const hintTime, hintMemory = time.Minute, 1 << 30

// Hints has a solver call hints in children, until the context is cancelled. Those that take little
// memory and time for their arguments are called here. A hint that ends its child, or takes longer
// than a minute, fails with a [circuit.HintFailure]. Without children there are no options.
func (c *Children) Hints(ctx context.Context) (options []solver.Option) {
	if c == nil {
		return nil
	}
	var failed atomic.Pointer[circuit.HintFailure]
	for _, hint := range solver.GetRegisteredHints() {
		id, name := solver.GetHintID(hint), solver.GetHintName(hint)
		call := func(field *big.Int, inputs, outputs []*big.Int) (err error) {
			if small(name, inputs) {
				return guarded(hint, field, inputs, outputs)
			}
			failure := failed.Load() // solvers ask again where they were told of an error
			if failure == nil {
				failure, err = c.call(ctx, Arguments{id, field, inputs, len(outputs)}, outputs)
			}
			if failure != nil {
				failure.Hint = name
				failed.Store(failure)
				return failure
			}
			return err
		}
		options = append(options, solver.OverrideHint(id, call))
	}
	return options
}

// call returns the error of a hint, or the failure to call it.
func (c *Children) call(
	ctx context.Context, of Arguments, outputs []*big.Int,
) (*circuit.HintFailure, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, hintTime, errLate)
	defer cancel()
	if err := c.acquire(ctx); err != nil {
		return &circuit.HintFailure{Err: err}, nil
	}
	defer func() { <-c.places }()
	var child *caller
	var err error
	select {
	case child = <-c.idle:
	default:
		if child, err = start(); err != nil {
			return &circuit.HintFailure{Err: err}, nil
		}
	}
	var results []*big.Int
	err = child.ask(ctx, "Hints.Call", &of, &results)
	if err != nil && !isAnswer(err) {
		final := errors.Is(err, errDied) || errors.Is(err, errLate)
		return &circuit.HintFailure{Err: err, Final: final}, nil
	}
	c.idle <- child
	for i, result := range results {
		outputs[i].Set(result)
	}
	return nil, err
}

// Hints are called by the parent, with package net/rpc, which needs these exported names.
type Hints map[solver.HintID]solver.Hint

// Arguments are those of a hint.
type Arguments struct {
	Hint    solver.HintID
	Field   *big.Int
	Inputs  []*big.Int
	Outputs int
}

var limiting sync.Once

// Call calls a hint. The outputs are reduced.
func (h Hints) Call(of *Arguments, outputs *[]*big.Int) error {
	limiting.Do(func() { limit(hintMemory, 0) })
	for range of.Outputs {
		*outputs = append(*outputs, new(big.Int))
	}
	err := guarded(h[of.Hint], of.Field, of.Inputs, *outputs)
	for _, output := range *outputs {
		output.Mod(output, of.Field)
	}
	return err
}

// bounded has hints of gnark that take little where their first arguments are small: as many
// arguments as it says. They are called often.
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
	const maxBits = 16
	sizes, known := bounded[name]
	return known && len(inputs) >= sizes && !slices.ContainsFunc(inputs[:sizes],
		func(size *big.Int) bool { return size.BitLen() > maxBits })
}

// guarded makes an error of a hint's panic.
func guarded(hint solver.Hint, field *big.Int, inputs, outputs []*big.Int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return hint(field, inputs, outputs)
}
