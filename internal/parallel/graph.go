package parallel

import (
	"sync"
	"sync/atomic"
)

// Graph is a list of tasks, of which some need others. The tasks of a queue run one after the
// other, mostly by one worker, so that their data stay in its caches.
type Graph struct {
	// Tasks are in an order in which each comes behind the tasks that it needs.
	Tasks []Task
	// Queues has the tasks of each queue, in order.
	Queues [][]uint32
	// Fillers follow the tasks. No task needs them, so that they fill the time in which a worker
	// would wait. A filler needs the tasks before its number here. The numbers ascend.
	Fillers []uint32
}

// Task begins once its queue has come to its place and its needs are done.
type Task struct {
	Queue, Place uint32
	Needs        []Need
}

// Need is the first N tasks of a queue.
type Need struct{ Queue, N uint32 }

// Run calls do for each task and filler, and returns the first error. Tasks and fillers are
// numbered from 0 on. Several workers call do, of which the caller's goroutine is the first. After
// an error no task begins.
//
// PrefixDone, unless it is nil, is called by the first worker after each of its tasks. It gets a
// number of tasks that are done and have no others before them. The last call may come early.
//
// A worker has queues of its own. Instead of waiting, it takes fillers, or tasks from the queues of
// workers that are not running. If there are none it spins for about as long as it takes to wake
// it, and then sleeps. Where processors are crowded it sleeps at once.
func (g *Graph) Run(
	workers int, do func(worker, task int) error, prefixDone func(tasks int),
) error {
	r := newRun(g, max(1, min(workers, len(g.Queues))), do, prefixDone)
	for i := 1; i < len(r.workers); i++ {
		go r.help(i)
	}
	r.work(0)
	r.close()
	return r.err
}

// run is one run of a graph. Workers write the fields between the gaps more often than the rest.
type run struct {
	graph      *Graph
	do         func(worker, task int) error
	prefixDone func(tasks int) // nil unless somebody asks
	queues     []queue
	workers    []worker
	failed     atomic.Bool

	sleepers atomic.Int32
	helpers  atomic.Int32 // that have begun and not ended

	mu      sync.Mutex
	changed *sync.Cond
	closed  bool // no helper begins any more
	err     error

	_      [cacheLines]byte
	prefix atomic.Uint32 // all tasks before it are done
	filler atomic.Int64  // the next one
	_      [cacheLines]byte
}

// queue is how far workers have come in a queue. Others look at it, so it has cache lines of its
// own.
type queue struct {
	begun, done atomic.Uint32 // tasks
	_           [cacheLines - 8]byte
}

// worker says whether a worker is running: it has begun, and does not sleep.
type worker struct {
	running atomic.Bool
	_       [cacheLines - 4]byte
}

// cacheLines is the size of two lines of a cache, which processors fetch together.
const cacheLines = 128

func newRun(
	g *Graph, workers int, do func(worker, task int) error, prefixDone func(tasks int),
) *run {
	r := &run{
		graph: g, do: do, prefixDone: prefixDone,
		queues: make([]queue, len(g.Queues)), workers: make([]worker, workers),
	}
	r.changed = sync.NewCond(&r.mu)
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
		r.wake()
	}
}

// close waits for the helpers that have begun.
func (r *run) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	none := func() bool { return r.helpers.Load() == 0 }
	if !r.spin(none) {
		r.sleep(none)
	}
}

// work runs tasks and fillers until none is left to begin.
func (r *run) work(worker int) {
	running := &r.workers[worker].running
	running.Store(true)
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

// wait returns the next task or filler of a worker that has none to begin. It returns none if none
// is left.
func (r *run) wait(worker int) (task int, ok bool) {
	turn := 0
	look := func() bool {
		if task, ok = r.find(worker); ok {
			return true
		}
		if turn++; turn%lookAround != 0 {
			return false
		}
		task, ok = r.steal(worker)
		return ok || !r.left()
	}
	if r.spin(look) {
		return task, ok
	}
	running := &r.workers[worker].running
	running.Store(false)
	r.sleep(func() bool { turn = -1; return look() })
	running.Store(true)
	return task, ok
}

// lookAround is how seldom a waiting worker looks at the queues of others. It does so once in as
// many looks at its own: that takes their cache lines away from them.
const lookAround = 32

// find begins a task of the worker's queues, the first one that may begin.
func (r *run) find(worker int) (task int, ok bool) {
	if r.failed.Load() {
		return 0, false
	}
	for q := worker; q < len(r.queues); q += len(r.workers) {
		if i, is := r.head(q); is && (!ok || i < task) {
			task, ok = i, true
		}
	}
	return task, ok && r.begin(task)
}

// steal begins a task of a worker that is not running, or a filler.
func (r *run) steal(worker int) (task int, ok bool) {
	if r.failed.Load() {
		return 0, false
	}
	for q := range r.queues {
		owner := q % len(r.workers)
		if owner == worker || r.workers[owner].running.Load() {
			continue
		}
		if i, ok := r.head(q); ok && r.begin(i) {
			return i, true
		}
	}
	return r.fill()
}

// head returns the next task of a queue, if it may begin.
func (r *run) head(q int) (task int, ok bool) {
	place, tasks := r.queues[q].begun.Load(), r.graph.Queues[q]
	if int(place) >= len(tasks) || r.queues[q].done.Load() < place {
		return 0, false
	}
	task = int(tasks[place])
	for _, n := range r.graph.Tasks[task].Needs {
		if r.queues[n.Queue].done.Load() < n.N {
			return 0, false
		}
	}
	return task, true
}

// begin takes a task, unless another worker was first.
func (r *run) begin(task int) bool {
	t := &r.graph.Tasks[task]
	return r.queues[t.Queue].begun.CompareAndSwap(t.Place, t.Place+1)
}

// fill begins a filler, if one may begin.
func (r *run) fill() (task int, ok bool) {
	i, fillers := r.filler.Load(), r.graph.Fillers
	if i >= int64(len(fillers)) || !r.doneBefore(fillers[i]) || !r.filler.CompareAndSwap(i, i+1) {
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
	for q := range r.queues {
		if int(r.queues[q].begun.Load()) < len(r.graph.Queues[q]) {
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
		r.queues[t.Queue].done.Store(t.Place + 1)
	}
	r.wake()
	if worker == 0 && r.prefixDone != nil && err == nil {
		r.doneBefore(uint32(len(r.graph.Tasks)))
		r.prefixDone(int(r.prefix.Load()))
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
	r.wake()
}

// doneBefore reports whether all tasks before a number are done.
func (r *run) doneBefore(n uint32) bool {
	before := r.prefix.Load()
	if before >= n {
		return true
	}
	after := before
	for ; after < n; after++ {
		t := &r.graph.Tasks[after]
		if r.queues[t.Queue].done.Load() <= t.Place {
			break
		}
	}
	if after > before {
		r.prefix.CompareAndSwap(before, after)
	}
	return after >= n
}
