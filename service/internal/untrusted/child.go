package untrusted

import (
	"errors"
	"io"
	"net/rpc"
	"os"
	"os/exec"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
)

// variable of the environment has a program be a child.
const variable = "GNARK_PROVER_CHILD"

// lateCode is the exit code of a child that has spent its processor time.
const lateCode = 3

var (
	errDied = errors.New("its process died")
	errLate = errors.New("it takes too long")
)

// Main answers the parent, in a process that is a child. It returns in others. Main functions call
// it first, when all hints are registered.
func Main() {
	if os.Getenv(variable) == "" {
		return
	}
	logger.Disable()
	hints := Hints{}
	for _, hint := range solver.GetRegisteredHints() {
		hints[solver.GetHintID(hint)] = hint
	}
	rpc.Register(hints)
	rpc.Register(Circuits{})
	rpc.ServeConn(pipes{os.Stdin, os.Stdout})
	os.Exit(0)
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// caller has a child answer calls, one after the other.
type caller struct {
	*rpc.Client
	process *exec.Cmd
}
