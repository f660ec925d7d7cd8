//go:build cuda && linux && (amd64 || arm64)

package driver

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// The executor needs no library: these tests give it steps of their own.

func nothing() error { return nil }

func newTestExecutor(t *testing.T, enter, leave func() error) *executor {
	t.Helper()
	x, err := startExecutor(enter, leave)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestExecutorKeepsToOneThread(t *testing.T) {
	var entered, left int
	x := newTestExecutor(t,
		func() error { entered = syscall.Gettid(); return nil },
		func() error { left = syscall.Gettid(); return nil })
	var running atomic.Int32
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			err := x.do(func() error {
				if running.Add(1) != 1 {
					t.Error("two tasks at once")
				}
				defer running.Add(-1)
				if syscall.Gettid() != entered {
					t.Error("a task on another thread")
				}
				runtime.Gosched()
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if err := x.stop(); err != nil {
		t.Fatal(err)
	}
	if left != entered {
		t.Error("left on another thread")
	}
}

func TestExecutorReturnsErrors(t *testing.T) {
	boom, bye := errors.New("boom"), errors.New("bye")
	if _, err := startExecutor(func() error { return boom }, nothing); err != boom {
		t.Errorf("enter: %v", err)
	}
	x := newTestExecutor(t, nothing, func() error { return bye })
	if err := x.do(func() error { return boom }); err != boom {
		t.Errorf("do: %v", err)
	}
	if err := x.stop(); err != bye {
		t.Errorf("leave: %v", err)
	}
	if err := x.do(nothing); !errors.Is(err, ErrClosed) {
		t.Errorf("after stop: %v", err)
	}
}

func TestExecutorSurvivesPanics(t *testing.T) {
	x := newTestExecutor(t, nothing, nothing)
	defer x.stop()
	for range 3 {
		err := x.do(func() error { panic("what happened") })
		if !errors.Is(err, ErrPanicked) || !strings.Contains(err.Error(), "what happened") ||
			!strings.Contains(err.Error(), "executor_test.go") {
			t.Fatalf("got %v", err)
		}
	}
	var none []int
	if err := x.do(func() error { _ = none[len(none)]; return nil }); !errors.Is(err, ErrPanicked) {
		t.Errorf("got %v", err)
	}
	if err := x.do(nothing); err != nil {
		t.Error(err)
	}
}

func TestExecutorSurvivesGoexit(t *testing.T) {
	var entered atomic.Int32
	x := newTestExecutor(t, func() error { entered.Add(1); return nil }, nothing)
	defer x.stop()
	for range 3 {
		if err := x.do(func() error { runtime.Goexit(); return nil }); !errors.Is(err, ErrPanicked) {
			t.Fatalf("got %v", err)
		}
	}
	if err := x.do(nothing); err != nil {
		t.Error(err)
	}
	if n := entered.Load(); n != 4 {
		t.Errorf("%d threads were prepared, want 4", n)
	}
}

func TestExecutorWithoutReplacementAnswers(t *testing.T) {
	boom := errors.New("boom")
	var entered atomic.Int32
	x := newTestExecutor(t, func() error {
		if entered.Add(1) > 1 {
			return boom
		}
		return nil
	}, nothing)
	_ = x.do(func() error { runtime.Goexit(); return nil })
	if err := x.do(nothing); err != boom {
		t.Errorf("got %v", err)
	}
	if err := x.stop(); err != nil {
		t.Error(err)
	}
}

func TestExecutorRefusesItself(t *testing.T) {
	x := newTestExecutor(t, nothing, nothing)
	y := newTestExecutor(t, nothing, nothing)
	defer x.stop()
	defer y.stop()
	err := x.do(func() error {
		if err := y.do(nothing); err != nil {
			t.Errorf("another executor: %v", err)
		}
		return x.do(nothing)
	})
	if !errors.Is(err, ErrNested) {
		t.Errorf("got %v", err)
	}
}

func TestExecutorStopsUnderLoad(t *testing.T) {
	for range 20 {
		var left atomic.Bool
		x := newTestExecutor(t, nothing, func() error { left.Store(true); return nil })
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for {
					err := x.do(func() error {
						if left.Load() {
							t.Error("a task after leave")
						}
						return nil
					})
					if errors.Is(err, ErrClosed) {
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		runtime.Gosched()
		if err := x.stop(); err != nil {
			t.Error(err)
		}
		wait.Wait()
	}
}
