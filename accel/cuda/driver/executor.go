//go:build cuda && linux && (amd64 || arm64)

package driver

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
)

// executor runs functions one after the other on one OS thread of its own.
type executor struct {
	// enter prepares a fresh thread, leave is the last thing that runs on it.
	enter, leave func() error

	tasks   chan task
	quit    chan struct{} // closed to stop
	stopped chan error    // gets leave's error once
	ended   chan struct{} // closed when no task will be taken any more
	thread  atomic.Int64  // the kernel's id of the OS thread
}

// task is a function to run, and the place where its error goes.
type task struct {
	run  func() error
	done chan error
}

// startExecutor starts a thread. If enter fails, the thread ends at once and the error is enter's.
func startExecutor(enter, leave func() error) (*executor, error) {
	x := &executor{
		enter: enter, leave: leave,
		tasks: make(chan task), quit: make(chan struct{}), stopped: make(chan error, 1), ended: make(chan struct{}),
	}
	entered := make(chan error)
	go func() {
		err := x.occupy()
		entered <- err
		if err == nil {
			x.loop(nil)
		}
	}()
	if err := <-entered; err != nil {
		return nil, err
	}
	return x, nil
}

// occupy binds the goroutine to its thread. It is never released: the thread carries state of the driver, and ends with
// the goroutine.
func (x *executor) occupy() error {
	runtime.LockOSThread()
	x.thread.Store(int64(syscall.Gettid()))
	return x.enter()
}

// loop serves tasks until the executor is stopped. A broken executor, whose replacement thread could not be prepared,
// answers all of them with that error.
func (x *executor) loop(broken error) {
	for {
		select {
		case t := <-x.tasks:
			if broken != nil {
				t.done <- broken
				continue
			}
			x.serve(t)
		case <-x.quit:
			close(x.ended)
			x.stopped <- x.leave()
			return
		}
	}
}

// serve runs one task. Neither a panic nor runtime.Goexit, which a test's FailNow calls, ends the executor.
func (x *executor) serve(t task) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if reason := recover(); reason != nil {
			t.done <- fmt.Errorf("%w, it panicked: %v\n%s", ErrPanicked, reason, debug.Stack())
			return
		}
		// Goexit cannot be stopped: the goroutine and its thread end here, and others take their place.
		go func() { x.loop(x.occupy()) }()
		t.done <- fmt.Errorf("%w, it ended its goroutine (runtime.Goexit)", ErrPanicked)
	}()
	err := t.run()
	returned = true
	t.done <- err
}

// do runs f on the thread and waits for it.
func (x *executor) do(f func() error) error {
	if x.isCurrent() {
		return ErrNested
	}
	t := task{run: f, done: make(chan error, 1)}
	select {
	case x.tasks <- t:
		return <-t.done
	case <-x.ended:
		return ErrClosed
	}
}

// stop ends the thread after the task that runs on it, and returns leave's error. It must be called once only.
func (x *executor) stop() error {
	close(x.quit)
	return <-x.stopped
}

// isCurrent reports whether the caller runs on the executor's thread. As the thread is locked, only a task can.
func (x *executor) isCurrent() bool {
	return int64(syscall.Gettid()) == x.thread.Load()
}
