package untrusted

import (
	"context"
	"errors"
	"math/big"
	"runtime"
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
		call := func(field *big.Int, inputs, outputs []*big.Int) error {
			if small(name, inputs) {
				return circuit.Guarded(func() error { return hint(field, inputs, outputs) })
			}
			if failure := failed.Load(); failure != nil { // solvers ask again after an error
				return failure
			}
			err := c.call(ctx, Arguments{id, field, inputs, len(outputs)}, outputs)
			if failure := new(circuit.HintFailure); errors.As(err, &failure) {
				failure.Hint = name
				failed.CompareAndSwap(nil, failure)
			}
			return err
		}
		options = append(options, solver.OverrideHint(id, call))
	}
	return options
}

// call returns the error of a hint, or a [circuit.HintFailure] where it cannot be called.
func (c *Children) call(ctx context.Context, of Arguments, outputs []*big.Int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, hintTime, errLate)
	defer cancel()
	if c.places.Acquire(ctx, 1) != nil {
		return &circuit.HintFailure{Err: context.Cause(ctx)}
	}
	defer c.places.Release(1)
	var child *caller
	var err error
	select {
	case child = <-c.idle:
	default:
		if child, err = start(); err != nil {
			return &circuit.HintFailure{Err: err}
		}
	}
	var results []*big.Int
	err = child.ask(ctx, "Hints.Call", &of, &results)
	if err != nil && !isAnswer(err) {
		final := errors.Is(err, errDied) || errors.Is(err, errLate)
		return &circuit.HintFailure{Err: err, Final: final}
	}
	c.idle <- child
	for i, result := range results {
		outputs[i].Set(result)
	}
	return err
}
