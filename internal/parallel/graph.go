package parallel

import (
	"sync"
	"sync/atomic"
	"time"
)

// Graph is a list of tasks, of which some need others. A task needs earlier ones only.
type Graph struct {
	Tasks []Task
	// Fillers follow the tasks. No task needs them, so that they fill the time in which a worker
	// would wait. A filler needs the tasks before the number that it has here. They ascend.
	Fillers []uint32
}

// Task is when a task may begin. The tasks before the first number are done, and those of a list.
type Task struct {
	After uint32
	Needs []uint32
}

// Run calls do for each task and filler, numbered from 0 on, and returns the first error. Several
// workers do so, of which the caller's goroutine is the first. After an error no task begins.
//
// Passed, unless it is nil, is called after each task, with a number of tasks that are done and
// have no others before them. Calls may come beside each other, and the last one may come early.
//
// Tasks begin in their order. A worker that has to wait spins for some microseconds, and then
// sleeps.
func (g *Graph) Run(
	workers int, do func(worker, task int) error, passed func(tasks int),
) error {
	r := &run{graph: g, do: do, tell: passed, done: make([]atomic.Bool, len(g.Tasks))}
	r.wake = sync.NewCond(&r.mu)
	var helpers sync.WaitGroup
	for i := 1; i < workers; i++ {
		helpers.Go(func() { r.work(i) })
	}
	r.work(0)
	helpers.Wait()
	return r.err
}

// run is one run of a graph.
type run struct {
	graph *Graph
	do    func(worker, task int) error
	tell  func(tasks int) // nil unless somebody asks how many are passed

	done    []atomic.Bool
	prefix  atomic.Uint32 // all tasks before it are done
	next    atomic.Int64  // task
	filler  atomic.Int64  // the next one
	waiting atomic.Int32  // workers
	failed  atomic.Bool

	sleepers atomic.Int32
	mu       sync.Mutex
	wake     *sync.Cond
	err      error
}

// work runs tasks, then fillers, until none is left.
func (r *run) work(worker int) {
	for !r.failed.Load() {
		if r.waiting.Load() > 0 && r.fill(worker) {
			continue // others wait already: let this one be of use
		}
		i := int(r.next.Add(1)) - 1
		if i >= len(r.graph.Tasks) {
			break
		}
		t := &r.graph.Tasks[i]
		if r.wait(t); r.failed.Load() {
			return
		}
		r.finish(i, r.do(worker, i))
	}
	fillers := r.graph.Fillers
	for !r.failed.Load() {
		i := int(r.filler.Add(1)) - 1
		if i >= len(fillers) {
			return
		}
		if r.wait(&Task{After: fillers[i]}); !r.failed.Load() {
			r.check(r.do(worker, len(r.graph.Tasks)+i))
		}
	}
}

// fill runs a filler if one may begin.
func (r *run) fill(worker int) bool {
	i := r.filler.Load()
	if i >= int64(len(r.graph.Fillers)) || !r.passed(r.graph.Fillers[i]) ||
		!r.filler.CompareAndSwap(i, i+1) {
		return false
	}
	r.check(r.do(worker, len(r.graph.Tasks)+int(i)))
	return true
}

// finish notes that a task is done.
func (r *run) finish(task int, err error) {
	r.check(err)
	r.done[task].Store(true)
	r.rouse()
	if r.tell != nil && err == nil {
		r.passed(uint32(len(r.done)))
		r.tell(int(r.prefix.Load()))
	}
}

// check notes the first error.
func (r *run) check(err error) {
	if err == nil {
		return
	}
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.failed.Store(true)
	r.rouse()
}

// rouse has sleepers look again.
func (r *run) rouse() {
	if r.sleepers.Load() > 0 {
		r.mu.Lock()
		r.wake.Broadcast()
		r.mu.Unlock()
	}
}

// ready reports whether a task may begin, or none.
func (r *run) ready(t *Task) bool {
	if r.failed.Load() {
		return true
	}
	if !r.passed(t.After) {
		return false
	}
	for _, i := range t.Needs {
		if !r.done[i].Load() {
			return false
		}
	}
	return true
}

// passed reports whether all tasks before a number are done.
func (r *run) passed(n uint32) bool {
	before := r.prefix.Load()
	if before >= n {
		return true
	}
	after := before
	for after < n && r.done[after].Load() {
		after++
	}
	if after > before {
		r.prefix.CompareAndSwap(before, after)
	}
	return after >= n
}

// A worker that waits looks again after spinTurns multiplications, and sleeps after patience.
const (
	spinTurns = 16
	patience  = 30 * time.Microsecond
)

// wait returns when a task may begin.
func (r *run) wait(t *Task) {
	if r.ready(t) {
		return
	}
	r.waiting.Add(1)
	defer r.waiting.Add(-1)
	for start := time.Now(); time.Since(start) < patience; {
		for range 8 {
			if r.ready(t) {
				return
			}
			spin()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sleepers.Add(1)
	defer r.sleepers.Add(-1)
	for !r.ready(t) {
		r.wake.Wait()
	}
}

// spin passes some nanoseconds in multiplications that depend on each other. They leave the core's
// other thread nearly all of its units.
func spin() {
	x := spinSeed.Load()
	for range spinTurns {
		x *= x
	}
	if x == 2 { // never
		spinSeed.Store(x)
	}
}

var spinSeed atomic.Uint64
