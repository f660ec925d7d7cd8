package solver

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Worker runs parts of a program, one at a time.
type Worker interface {
	// Run runs operations.
	Run(code []uint32) error
}

// running counts the programs that run in this process, which share its processors.
var running atomic.Int32

// Run runs a program: all wires are set, and all assertions checked. The given number of workers is
// taken, or fewer where the processors, or the program, have no use for more. New returns the
// worker with a number; worker 0 alone runs in the caller's goroutine.
//
// A panic of a worker is an error.
func Run(p *program.Program, workers int, worker func(number int) Worker) error {
	n := running.Add(1)
	defer running.Add(-1)
	if workers = min(workers, runtime.GOMAXPROCS(0)/int(n)); workers < 2 || p.Schedule == nil {
		w := worker(0)
		if err := run(w, p.Code); err != nil {
			return err
		}
		return run(w, p.Checks)
	}
	all := make([]Worker, min(workers, p.Schedule.Workers))
	for i := range all {
		all[i] = worker(i)
	}
	return p.Schedule.Run(len(all), func(i, task int) error { return run(all[i], p.Part(task)) })
}

// run has a worker run operations.
func run(w Worker, code []uint32) (err error) {
	defer func() {
		if r := recover(); r != nil { // of a hint or a blueprint
			err = fmt.Errorf("solver: panic: %v", r)
		}
	}()
	return w.Run(code)
}
