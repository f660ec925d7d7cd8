package untrusted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/consensys/gnark/logger"
)

// variable of the environment has a program be a child, with limits of bytes and of seconds.
const variable = "GNARK_PROVER_CHILD"

var (
	errDied = errors.New("its process died")
	errLate = errors.New("it takes too long")

	errUnlimited = errors.New("its process cannot limit itself")
)

// unlimited is the status of a child that has no limits, and so has seen nothing of its arguments.
const unlimited = 75

// Child answers the parent, with package net/rpc, which needs exported names.
type Child struct{}

// Main answers the parent of a child, and returns in others. Hints are registered before.
func Main() {
	var bytes, seconds int64
	if _, err := fmt.Sscan(os.Getenv(variable), &bytes, &seconds); err != nil {
		return
	}
	logger.Disable()
	if err := limit(bytes, seconds); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %v\n", errUnlimited, err)
		os.Exit(unlimited)
	}
	rpc.Register(Child{})
	rpc.ServeConn(pipes{questions{}, os.Stdout})
}

// questions come from the parent. Without it a child ends at once, whatever it is at.
type questions struct{}

func (questions) Read(to []byte) (int, error) {
	n, err := os.Stdin.Read(to)
	if err != nil {
		os.Exit(0)
	}
	return n, err
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// caller has a child answer calls, one after the other.
type caller struct {
	*rpc.Client
	process *exec.Cmd
	limit   time.Duration // of processors
}

// start starts the running program as a child, also where its file has been replaced. The child may
// take some bytes and seconds, and works in a folder. It inherits no variable, and so no secret.
func start(bytes, seconds int64, folder string) (*caller, error) {
	if os.Getenv(variable) != "" {
		return nil, errors.New("a child starts no children: does main call Main?")
	}
	program := "/proc/self/exe"
	if runtime.GOOS != "linux" {
		program, _ = os.Executable() // to start nothing is an error
	}
	process := exec.Command(program)
	process.Dir = folder
	process.Env = []string{fmt.Sprintf("%s=%d %d", variable, bytes, seconds)}
	to, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	limit := time.Duration(seconds) * time.Second * 3 / 4 // kernels count whole ticks for parts
	return &caller{rpc.NewClient(pipes{from, to}), process, limit}, process.Start()
}

// ask calls a method of the child, which has ended after an error that is no answer of it.
func (c *caller) ask(
	ctx context.Context, wait time.Duration, method string, arguments, answer any,
) error {
	ctx, cancel := context.WithTimeoutCause(ctx, wait, errLate)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { c.process.Process.Kill() })
	err := c.Call(method, arguments, answer)
	if stop() && (err == nil || isAnswer(err)) {
		return err
	}
	died := c.end()
	var exit *exec.ExitError
	switch ended := errors.As(died, &exit); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case ended && exit.ExitCode() == unlimited:
		return errUnlimited
	case ended && exit.Exited():
		return errDied
	case ended && c.limit > 0 && exit.UserTime()+exit.SystemTime() > c.limit:
		return errLate
	}
	return fmt.Errorf("its process: %w", errors.Join(err, died))
}

// isAnswer tells whether an error came from the child's method.
func isAnswer(err error) bool { return errors.As(err, new(rpc.ServerError)) }

// ofArguments tells whether the arguments are to blame for an error that is no answer.
func ofArguments(err error) bool { return errors.Is(err, errDied) || errors.Is(err, errLate) }

func (c *caller) end() error {
	c.Close()
	time.AfterFunc(time.Second, func() { c.process.Process.Kill() })
	return c.process.Wait()
}
