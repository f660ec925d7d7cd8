package untrusted

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Children starts children for one tenant. It bounds them at once, so that tenants do not wait for
// each other. It is safe for concurrent use.
type Children struct {
	places chan struct{}
	idle   chan *answerer // await a hint's arguments
}

// New returns the children of a tenant, of which there is none yet.
func New() *Children {
	n := max(2, runtime.GOMAXPROCS(0))
	return &Children{make(chan struct{}, n), make(chan *answerer, n)}
}

// Close ends the children that have nothing to do. Without children it does nothing.
func (c *Children) Close() {
	for c != nil {
		select {
		case a := <-c.idle:
			a.end()
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
			if failure := failed.Load(); failure != nil {
				return failure // solvers ask again where they were told of an error
			}
			q := &question{id, field, inputs, len(outputs)}
			if small(name, inputs) {
				return guarded(hint, q, outputs)
			}
			said, failure := c.call(ctx, q)
			if failure != nil {
				failure.Hint = name
				failed.Store(failure)
				return failure
			}
			for i, output := range said.Outputs {
				outputs[i].Set(output)
			}
			if said.Error != "" {
				return errors.New(said.Error)
			}
			return nil
		}
		options = append(options, solver.OverrideHint(id, call))
	}
	return options
}

// hintTime is how long a hint may take, and hintMemory how many bytes its child may.
const hintTime, hintMemory = time.Minute, 1 << 30

func (c *Children) call(ctx context.Context, q *question) (*answered, *circuit.HintFailure) {
	if err := c.acquire(ctx); err != nil {
		return nil, &circuit.HintFailure{Err: err}
	}
	defer func() { <-c.places }()
	a, err := c.waiting()
	if err != nil {
		return nil, &circuit.HintFailure{Err: err}
	}
	timed, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	ended := context.AfterFunc(timed, func() { a.process.Process.Kill() })
	said := new(answered)
	if err = a.to.Encode(q); err == nil {
		err = a.from.Decode(said)
	}
	if ended() && err == nil && len(said.Outputs) == q.Outputs {
		c.idle <- a
		return said, nil
	}
	a.end()
	var exit *exec.ExitError
	switch errors.As(a.died, &exit); {
	case ctx.Err() != nil:
		return nil, &circuit.HintFailure{Err: context.Cause(ctx)}
	case timed.Err() != nil:
		return nil, &circuit.HintFailure{Final: true, Err: fmt.Errorf("not within %s", hintTime)}
	case exit != nil && exit.Exited():
		return nil, &circuit.HintFailure{Final: true, Err: errors.New("its process died")}
	}
	return nil, &circuit.HintFailure{Err: fmt.Errorf("its process: %w", errors.Join(err, a.died))}
}

// answerer is a child that answers questions, one after the other.
type answerer struct {
	process *exec.Cmd
	input   io.Closer
	to      *gob.Encoder
	from    *gob.Decoder
	died    error
}

// waiting returns a child that waits, or a new one.
func (c *Children) waiting() (*answerer, error) {
	select {
	case a := <-c.idle:
		return a, nil
	default:
	}
	process, err := command(context.Background(), answers)
	if err != nil {
		return nil, err
	}
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a := &answerer{process, input, gob.NewEncoder(input), gob.NewDecoder(output), nil}
	return a, process.Start()
}

// end closes a child's input, at which it ends, and waits for that.
func (a *answerer) end() {
	a.input.Close()
	time.AfterFunc(time.Second, func() { a.process.Process.Kill() })
	a.died = a.process.Wait()
}

// question calls a hint.
type question struct {
	Hint    solver.HintID
	Field   *big.Int
	Inputs  []*big.Int
	Outputs int
}

// answered has the outputs of a hint, below the modulus.
type answered struct {
	Outputs []*big.Int
	Error   string
}

// Main answers questions, in a process that is a child for that. It returns in others. Main
// functions call it first, when all hints are registered.
func Main() {
	if os.Getenv(answers) == "" {
		return
	}
	limit(hintMemory, 0)
	hints := map[solver.HintID]solver.Hint{}
	for _, hint := range solver.GetRegisteredHints() {
		hints[solver.GetHintID(hint)] = hint
	}
	from, to := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var q question
		if from.Decode(&q) != nil || to.Encode(q.answer(hints[q.Hint])) != nil {
			os.Exit(0)
		}
	}
}

func (q *question) answer(hint solver.Hint) *answered {
	said := new(answered)
	for range q.Outputs {
		said.Outputs = append(said.Outputs, new(big.Int))
	}
	if err := guarded(hint, q, said.Outputs); err != nil {
		said.Error = err.Error()
	}
	for _, output := range said.Outputs {
		output.Mod(output, q.Field)
	}
	return said
}
