package solver

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Worker runs parts of a program, one at a time.
type Worker interface {
	// Run runs the operations that begin in code[pc:end], and returns where the last one ends.
	Run(code []uint32, pc, end int) (int, error)
}

// Programs that run at once share the processors. Each proof in the making counts as one more: its
// device needs a processor between its steps.
var running, proving atomic.Int32

// Proving counts a proof whose witness is solved, until the function that it returns is called.
func Proving() (done func()) {
	proving.Add(1)
	return func() { proving.Add(-1) }
}

type Runner interface {
	// Worker returns one of several workers. Number 0 runs in the caller's goroutine.
	Worker(number, of int) Worker
	// Background returns other work, for one worker or at most so many.
	Background(workers int) Background
}

// Run runs a program and the background. It takes as many workers as are given, or as processors
// and program have use for. They stop with the context, by its cause, and a panic is an error.
// Known, which may be nil, is told how many of the first wires are known, as [Follower.Known] is.
func Run(
	ctx context.Context, p *program.Program, workers int, runner Runner, known func(wires int),
) error {
	others := int(running.Add(1) - 1 + proving.Load())
	defer running.Add(-1)
	progress := &progress{program: p, final: p.Final, known: known}
	workers = min(workers, runtime.GOMAXPROCS(0)/(1+others))
	if p.Schedule == nil || min(workers, p.Schedule.Workers) < 2 {
		wait := runner.Background(1).begin(workers)
		defer wait()
		return runAlone(ctx, runner.Worker(0, 1), p, progress)
	}
	background := runner.Background(workers)
	all := make([]Worker, background.workers(p.Schedule.Workers, workers))
	for i := range all {
		all[i] = runner.Worker(i, len(all))
	}
	var passed func(tasks int)
	if known != nil {
		progress.final = p.Schedule.Final
		passed = progress.passed
	}
	tasks := len(p.Schedule.Tasks)
	graph, fillers := background.among(&p.Schedule.Graph, len(all))
	err := graph.Run(len(all), func(i, task int) error {
		if task >= tasks {
			filler := fillers[task-tasks]
			if filler < 0 {
				background.Do(^filler)
				return nil
			}
			task = tasks + filler
		}
		return runTask(ctx, all[i], p, task)
	}, passed)
	if err == nil {
		progress.passed(tasks)
	}
	return err
}

// runAlone has one worker run a program in its own order, in which neighbours share memory.
func runAlone(ctx context.Context, w Worker, p *program.Program, progress *progress) error {
	if err := run(ctx, w, p.Code, progress.passed); err != nil {
		return err
	}
	return run(ctx, w, p.Checks, func(int) {})
}

// piece is the number of words between two looks at the context, in a fraction of a millisecond.
const piece = 1 << 14

// run has a worker run operations, piece by piece. Passed is told where each piece ends.
func run(ctx context.Context, w Worker, code []uint32, passed func(position int)) (err error) {
	defer recovered(&err)
	for pc := 0; pc < len(code); {
		if ctx.Err() != nil { // which takes no lock, as its cause does
			return context.Cause(ctx)
		}
		if pc, err = w.Run(code, pc, min(pc+piece, len(code))); err != nil {
			return err
		}
		passed(pc)
	}
	return nil
}

func runTask(ctx context.Context, w Worker, p *program.Program, task int) (err error) {
	defer recovered(&err)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	code, ranges := p.Part(task)
	for _, r := range ranges {
		if _, err := w.Run(code, int(r.From), int(r.To)); err != nil {
			return err
		}
	}
	return nil
}

// recovered makes an error of a panic, which comes from a hint or a blueprint.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("solver: panic: %v", r)
	}
}
