package staging

import (
	"runtime"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Workers are OS threads that sleep until a transfer has pieces to copy.
//
// Go's scheduler wakes one thread at a time and leaves it to that one to wake the next. To be woken
// takes 50 µs in a virtual machine, so the eighth goroutine would start 0.4 ms late. These threads
// sleep on a futex each, and the caller wakes all of them, in 1.5 µs each.
//
// Worker i is always the same thread, on mostly the same core: its buffers are in that core's
// cache. The zero value has no threads yet, and is ready to use.
type Workers struct {
	mutex   sync.Mutex
	threads []*thread
	closed  bool
	ended   sync.WaitGroup
}

// thread is one of the Workers.
type thread struct {
	state futex
	task  func() // nil to end
}

// States of a thread.
const (
	asleep   uint32 = iota // or about to be
	acquired               // by a caller that has yet to give it a task
	awake
)

// Run has worker i run the task, and returns at once. If the worker is busy, a goroutine runs it.
//
// So does one where processors are crowded: in a stream of proofs, seven sleeping threads had kept
// a fifth of 16 processors from the solvers.
func (w *Workers) Run(i int, task func()) {
	if !parallel.Crowded() {
		if t := w.acquire(i); t != nil {
			t.start(task)
			return
		}
	}
	go task()
}

// acquire returns worker i if it is asleep, else nil.
func (w *Workers) acquire(i int) *thread {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return nil
	}
	for len(w.threads) <= i {
		t := new(thread)
		w.threads = append(w.threads, t)
		w.ended.Add(1)
		go func() {
			defer w.ended.Done()
			t.loop()
		}()
	}
	if t := w.threads[i]; t.state.CompareAndSwap(asleep, acquired) {
		return t
	}
	return nil
}

// start wakes a thread that the caller has acquired.
func (t *thread) start(task func()) {
	t.task = task
	t.state.Store(awake)
	t.state.wake()
}

// loop runs one task after the other, until a task is nil. It sleeps in a system call, so that it
// keeps its thread as long as it does not yield.
func (t *thread) loop() {
	for {
		for s := t.state.Load(); s != awake; s = t.state.Load() {
			t.state.wait(s)
		}
		if t.task == nil {
			return
		}
		t.task()
		t.task = nil
		t.state.Store(asleep)
	}
}

// Close ends the threads, all of which are asleep or about to be. Later tasks run in goroutines.
func (w *Workers) Close() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.closed = true
	for _, t := range w.threads {
		for !t.state.CompareAndSwap(asleep, acquired) {
			runtime.Gosched()
		}
		t.start(nil)
	}
	w.threads = nil
	w.ended.Wait()
}
