package untrusted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/rpc"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Children starts children for one tenant. It bounds them at once, so that tenants do not wait for
// each other. It is safe for concurrent use.
type Children struct {
	places chan struct{}
	idle   chan *caller
}

// New returns the children of a tenant, of which there is none yet.
func New() *Children {
	n := max(2, runtime.GOMAXPROCS(0))
	return &Children{make(chan struct{}, n), make(chan *caller, n)}
}

// Close ends the children that have nothing to do. Without children it does nothing.
func (c *Children) Close() {
	for c != nil {
		select {
		case idle := <-c.idle:
			idle.end()
		default:
			return
		}
	}
}

func (c *Children) acquire(ctx context.Context) error {
	select {
	case c.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// hintTime is how long a hint may take, and hintMemory how many bytes its child may.
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
	if err := c.acquire(ctx); err != nil {
		return &circuit.HintFailure{Err: err}, nil
	}
	defer func() { <-c.places }()
	child, err := c.caller()
	if err != nil {
		return &circuit.HintFailure{Err: err}, nil
	}
	timed, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	ended := context.AfterFunc(timed, func() { child.process.Process.Kill() })
	var results []*big.Int
	err = child.Call("Hints.Call", &of, &results)
	var hint rpc.ServerError
	if isHints := errors.As(err, &hint); ended() && (err == nil || isHints) {
		c.idle <- child
		for i, result := range results {
			outputs[i].Set(result)
		}
		return nil, err
	}
	var exit *exec.ExitError
	died := errors.As(child.end(), &exit) && exit.Exited()
	switch {
	case ctx.Err() != nil:
		return &circuit.HintFailure{Err: context.Cause(ctx)}, nil
	case timed.Err() != nil:
		err = fmt.Errorf("not within %s", hintTime)
	case died:
		err = errors.New("its process died")
	}
	return &circuit.HintFailure{Err: err, Final: died || timed.Err() != nil}, nil
}

// caller is a child that calls hints, one after the other.
type caller struct {
	*rpc.Client
	process *exec.Cmd
}

// caller returns a child that has nothing to do, or a new one.
func (c *Children) caller() (*caller, error) {
	select {
	case idle := <-c.idle:
		return idle, nil
	default:
	}
	process, err := command(context.Background(), calls)
	if err != nil {
		return nil, err
	}
	to, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &caller{rpc.NewClient(pipes{from, to}), process}, process.Start()
}

// end has a child end, and waits for that.
func (c *caller) end() error {
	c.Close()
	time.AfterFunc(time.Second, func() { c.process.Process.Kill() })
	return c.process.Wait()
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// Main calls hints, in a process that is a child for that. It returns in others. Main functions
// call it first, when all hints are registered.
func Main() {
	if os.Getenv(calls) == "" {
		return
	}
	limit(hintMemory, 0)
	hints := Hints{}
	for _, hint := range solver.GetRegisteredHints() {
		hints[solver.GetHintID(hint)] = hint
	}
	rpc.Register(hints)
	rpc.ServeConn(pipes{os.Stdin, os.Stdout})
	os.Exit(0)
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

// Call calls a hint. The outputs are reduced.
func (h Hints) Call(of *Arguments, outputs *[]*big.Int) error {
	for range of.Outputs {
		*outputs = append(*outputs, new(big.Int))
	}
	err := guarded(h[of.Hint], of.Field, of.Inputs, *outputs)
	for _, output := range *outputs {
		output.Mod(output, of.Field)
	}
	return err
}

// bounded has hints of gnark that are called often and take little memory and time, as long as
// their first arguments are small: as many as it says.
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
