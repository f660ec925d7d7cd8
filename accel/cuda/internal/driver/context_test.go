package driver

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

func TestClosedContext(t *testing.T) {
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
	err = c.Do(func(*Thread) error { t.Error("f was run"); return nil })
	if !errors.Is(err, ErrClosed) {
		t.Errorf("Do: %v", err)
	}
	if err := c.Wait(0); !errors.Is(err, ErrClosed) {
		t.Errorf("Wait: %v", err)
	}
}

func TestCloseUnderLoad(t *testing.T) {
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	var wait parallel.WaitGroup
	for range 8 {
		wait.Go(func() {
			for {
				err := c.Do(allocateAndFree)
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
	for range 2 {
		wait.Go(func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := c.BytesInUse(); n != 0 {
		t.Errorf("%d bytes in use", n)
	}
}

func allocateAndFree(th *Thread) error {
	p, err := th.Alloc(1000)
	if err != nil {
		return err
	}
	return th.Free(p)
}

func TestPanicInDo(t *testing.T) {
	c := openContext(t)
	err := c.Do(func(*Thread) error { panic("inside") })
	if !errors.Is(err, ErrPanicked) || !strings.Contains(err.Error(), "inside") {
		t.Errorf("got %v", err)
	}
	do(t, c, allocateAndFree)
}

func TestGoexitInDo(t *testing.T) {
	c := openContext(t)
	var wait parallel.WaitGroup
	wait.Go(func() {
		_ = c.Do(func(*Thread) error { runtime.Goexit(); return nil })
	})
	wait.Wait()
	do(t, c, allocateAndFree)
}

func TestDoInsideDo(t *testing.T) {
	c := openContext(t)
	do(t, c, func(outer *Thread) error {
		return errors.Join(c.Do(allocateAndFree), allocateAndFree(outer))
	})
}

// Calls of Do run at the same time: each of these waits until all are inside. Memory that one frees
// is another's next, and is counted once.
func TestDoRunsConcurrently(t *testing.T) {
	c := openContext(t)
	const callers = 4
	var inside, wait parallel.WaitGroup
	inside.Add(callers)
	for range callers {
		wait.Go(func() {
			do := func(th *Thread) error {
				inside.Done()
				inside.Wait()
				for range 1000 {
					if err := allocateAndFree(th); err != nil {
						return err
					}
				}
				return nil
			}
			if err := c.Do(do); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// Outside Do no context is current on any thread.
func TestDoLeavesNoContextBehind(t *testing.T) {
	c := openContext(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	do(t, c, allocateAndFree)
	var current uintptr
	err := c.Library().call(cuCtxGetCurrent, uintptr(unsafe.Pointer(&current)))
	if err != nil || current != 0 {
		t.Errorf("context %x is current, %v", current, err)
	}
}

func TestThreadEndsWithDo(t *testing.T) {
	c := openContext(t)
	var kept *Thread
	do(t, c, func(th *Thread) error { kept = th; return nil })
	if _, err := kept.Alloc(8); !errors.Is(err, ErrOutsideDo) {
		t.Errorf("Alloc: %v", err)
	}
	if err := kept.Register(make([]byte, 8)); !errors.Is(err, ErrOutsideDo) {
		t.Errorf("Register: %v", err)
	}
	q := kept.Queue(0)
	if Launch(q, 0, Grid{}, new(scaleArgs)); !errors.Is(q.Err(), ErrOutsideDo) {
		t.Errorf("Launch: %v", q.Err())
	}
}

func TestContextsOfOneDeviceShareIt(t *testing.T) {
	a := openContext(t)
	b, err := a.Library().OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	p := alloc(t, a, 4000)
	want := counting(1000, 7)
	upload(t, b, p, want)
	if b.BytesInUse() != 0 || a.BytesInUse() != 4000 {
		t.Errorf("%d and %d bytes in use", a.BytesInUse(), b.BytesInUse())
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if got := download(t, a, p, 1000, 0); !slices.Equal(got, want) {
		t.Error("the memory changed when the other context was closed")
	}
}

// A wait must not change which context is current for the goroutine that waits, here another one's.
func TestWaitLeavesTheCallersThreadAlone(t *testing.T) {
	a, b := openContext(t), openContext(t)
	e := event(t, a, Waking)
	queue(t, a, 0, func(q *Queue) { q.Record(e) })
	do(t, b, func(th *Thread) error {
		if err := a.Wait(e); err != nil {
			return err
		}
		return allocateAndFree(th)
	})
}

func TestRegistrationsEndWithTheContext(t *testing.T) {
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 1<<16)
	if err := c.Do(func(th *Thread) error { return th.Register(b) }); err != nil {
		_ = c.Close()
		t.Skipf("this system registers no Go memory: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again := openContext(t)
	do(t, again, func(th *Thread) error { return errors.Join(th.Register(b), th.Unregister(b)) })
}
