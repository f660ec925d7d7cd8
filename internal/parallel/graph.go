package parallel

import (
	"sync"
	"sync/atomic"
)

// Graph is a list of tasks, of which some need others. They lie in lanes: the tasks of a lane run
// one after the other, mostly by one worker, in whose caches the lane's data stay.
type Graph struct {
	// Tasks are in an order in which each comes behind those that it needs.
	Tasks []Task
	// Lanes has the tasks of each lane, in order.
	Lanes [][]uint32
	// Fillers follow the tasks. No task needs them, so that they fill the time in which a worker
	// would wait. A filler needs the tasks before the number that it has here. They ascend.
	Fillers []uint32
}

// Task is a task's place, and when it may begin: its lane has come there, and others far enough.
type Task struct {
	Lane, Place uint32
	Needs       []Need
}

// Need is the first N tasks of a lane.
type Need struct{ Lane, N uint32 }

// Run calls do for each task and filler, numbered from 0 on, and returns the first error. Several
// workers do so, of which the caller's goroutine is the first. After an error no task begins.
//
// Passed, unless it is nil, is called by the first worker after each of its tasks, with a number of
// tasks that are done and have no others before them. The last call may come early.
//
// A worker has lanes of its own. While it would wait, it takes the lanes of workers that are not
// there, since they sleep or have not begun, and fillers. Otherwise it spins for about as long as
// it takes to wake it, and then sleeps.
func (g *Graph) Run(
	workers int, do func(worker, task int) error, passed func(tasks int),
) error {
	r := newRun(g, max(1, min(workers, len(g.Lanes))), do, passed)
	for i := 1; i < len(r.workers); i++ {
		go r.help(i)
	}
	r.work(0)
	r.close()
	return r.err
}

// run is one run of a graph. Workers write what lies between the gaps more often than the rest.
type run struct {
	graph   *Graph
	do      func(worker, task int) error
	tell    func(tasks int) // nil unless somebody asks how many are passed
	lanes   []lane
	workers []worker
	failed  atomic.Bool

	sleepers atomic.Int32
	helpers  atomic.Int32 // that have begun and not ended

	mu     sync.Mutex
	wake   *sync.Cond
	closed bool // no helper begins any more
	err    error

	_      [cacheLines]byte
	prefix atomic.Uint32 // all tasks before it are done
	filler atomic.Int64  // the next one
	_      [cacheLines]byte
}

// lane is how far a lane is. Other workers look at it, so that it has cache lines of its own.
type lane struct {
	begun, done atomic.Uint32 // tasks
	_           [cacheLines - 8]byte
}

// worker says whether a worker is there: it has begun, and does not sleep.
type worker struct {
	there atomic.Bool
	_     [cacheLines - 4]byte
}

// cacheLines is the size of two lines of a cache, which processors fetch together.
const cacheLines = 128

func newRun(
	g *Graph, workers int, do func(worker, task int) error, tell func(tasks int),
) *run {
	r := &run{
		graph: g, do: do, tell: tell,
		lanes: make([]lane, len(g.Lanes)), workers: make([]worker, workers),
	}
	r.wake = sync.NewCond(&r.mu)
	return r
}

// help works as one of several, unless the work ended before.
func (r *run) help(worker int) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.helpers.Add(1)
	r.mu.Unlock()
	r.work(worker)
	if r.helpers.Add(-1) == 0 {
		r.rouse()
	}
}

// close waits for the helpers that have begun.
func (r *run) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.until(func() bool { return r.helpers.Load() == 0 })
}

// work runs tasks and fillers until none is left to begin.
func (r *run) work(worker int) {
	here := &r.workers[worker].there
	here.Store(true)
	for {
		task, ok := r.find(worker)
		if !ok {
			task, ok = r.wait(worker)
		}
		if !ok {
			return
		}
		r.finish(worker, task, r.do(worker, task))
	}
}

// wait returns the next task or filler of a worker that has none to begin, or none if none is left.
func (r *run) wait(worker int) (task int, ok bool) {
	turn := 0
	look := func() bool {
		if task, ok = r.find(worker); ok {
			return true
		}
		if turn++; turn%lookAround != 0 {
			return false
		}
		task, ok = r.lend(worker)
		return ok || !r.left()
	}
	if r.spin(look) {
		return task, ok
	}
	here := &r.workers[worker].there
	here.Store(false)
	r.sleep(func() bool { turn = -1; return look() })
	here.Store(true)
	return task, ok
}

// lookAround is how seldom a worker that waits for a task of its own looks at others' lanes, which
// takes their cache lines away from them.
const lookAround = 32

// find begins a task of the worker's lanes, the first one that may begin.
func (r *run) find(worker int) (task int, ok bool) {
	if r.failed.Load() {
		return 0, false
	}
	for l := worker; l < len(r.lanes); l += len(r.workers) {
		if i, is := r.head(l); is && (!ok || i < task) {
			task, ok = i, true
		}
	}
	return task, ok && r.begin(task)
}

// lend begins a task of a worker that is not there, or a filler.
func (r *run) lend(worker int) (task int, ok bool) {
	if r.failed.Load() {
		return 0, false
	}
	for l := range r.lanes {
		owner := l % len(r.workers)
		if owner == worker || r.workers[owner].there.Load() {
			continue
		}
		if i, ok := r.head(l); ok && r.begin(i) {
			return i, true
		}
	}
	return r.fill()
}

// head returns the next task of a lane, if it may begin.
func (r *run) head(l int) (task int, ok bool) {
	place, tasks := r.lanes[l].begun.Load(), r.graph.Lanes[l]
	if int(place) >= len(tasks) || r.lanes[l].done.Load() < place {
		return 0, false
	}
	task = int(tasks[place])
	for _, n := range r.graph.Tasks[task].Needs {
		if r.lanes[n.Lane].done.Load() < n.N {
			return 0, false
		}
	}
	return task, true
}

// begin takes a task, unless another worker was first.
func (r *run) begin(task int) bool {
	t := &r.graph.Tasks[task]
	return r.lanes[t.Lane].begun.CompareAndSwap(t.Place, t.Place+1)
}

// fill begins a filler, if one may begin.
func (r *run) fill() (task int, ok bool) {
	i, fillers := r.filler.Load(), r.graph.Fillers
	if i >= int64(len(fillers)) || !r.passed(fillers[i]) || !r.filler.CompareAndSwap(i, i+1) {
		return 0, false
	}
	return len(r.graph.Tasks) + int(i), true
}

// left reports whether any task or filler has not begun.
func (r *run) left() bool {
	if r.failed.Load() {
		return false
	}
	if r.filler.Load() < int64(len(r.graph.Fillers)) {
		return true
	}
	for l := range r.lanes {
		if int(r.lanes[l].begun.Load()) < len(r.graph.Lanes[l]) {
			return true
		}
	}
	return false
}

// finish notes that a worker is done with a task or filler. The first worker tells how many are.
func (r *run) finish(worker, task int, err error) {
	r.check(err)
	if task < len(r.graph.Tasks) {
		t := &r.graph.Tasks[task]
		r.lanes[t.Lane].done.Store(t.Place + 1)
	}
	r.rouse()
	if worker == 0 && r.tell != nil && err == nil {
		r.passed(uint32(len(r.graph.Tasks)))
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

// passed reports whether all tasks before a number are done.
func (r *run) passed(n uint32) bool {
	before := r.prefix.Load()
	if before >= n {
		return true
	}
	after := before
	for ; after < n; after++ {
		t := &r.graph.Tasks[after]
		if r.lanes[t.Lane].done.Load() <= t.Place {
			break
		}
	}
	if after > before {
		r.prefix.CompareAndSwap(before, after)
	}
	return after >= n
}
