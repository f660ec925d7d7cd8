package driver

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Context is a device in use, by its primary CUDA context. All methods may be called from any
// goroutine.
//
// The primary context is one for the whole process: two Contexts of one device, and other users of
// CUDA in the process, share it and its allocations. It goes when the last of them lets it go.
type Context struct {
	library *Library
	info    DeviceInfo
	device  int32
	handle  uintptr // CUcontext
	pollFor time.Duration

	memory ledger
	// registered has slices while the driver knows their addresses: a [registration] of each, by
	// its first byte. Slices of Go's heap are pinned by a [runtime.Pinner]. The runtime panics when
	// one is collected that still pins: every registration must be ended, and open keeps contexts.
	registered sync.Map
	lost       atomic.Pointer[Error]

	mutex  sync.Mutex
	closed bool
	users  sync.WaitGroup // calls of Do and Wait under way

	closing    sync.Once
	closeError error
}

// open has the contexts that are not closed, or whose slices the device may still write to. Users
// may have forgotten them.
var open sync.Map

// OpenContext takes device i into use. Threads that wait for the device block and leave their core
// to others (CU_CTX_SCHED_BLOCKING_SYNC), for the whole process, unless another user of the device
// was there first and the driver does not let the policy change.
//
// The error wraps [ErrNoDevice] if device i does not exist, [ErrDeviceTooOld] if the kernels cannot
// run on it, and [ErrUnusable] if it is held by another process.
func (l *Library) OpenContext(i int) (*Context, error) {
	info, err := l.Usable(i)
	if err != nil {
		return nil, err
	}
	c := &Context{library: l, info: info, pollFor: defaultPollFor}
	if c.device, err = l.device(i); err == nil {
		err = c.retain()
	}
	if err != nil {
		return nil, fmt.Errorf("device %d (%s): %w", i, info.Name, err)
	}
	open.Store(c, nil)
	return c, nil
}

// retain takes a share of the device's primary context.
func (c *Context) retain() error {
	const blockingSync = 4
	err := c.library.call(cuDevicePrimaryCtxSetFlags, uintptr(c.device), blockingSync)
	if err != nil && !hasCode(err, codePrimaryContextActive) {
		return err
	}
	return c.library.call(cuDevicePrimaryCtxRetain, uintptr(unsafe.Pointer(&c.handle)),
		uintptr(c.device))
}

// NewDryContext returns a context without a device, for dry runs. Its Do and Wait do nothing and
// succeed, and nothing is to be closed.
func NewDryContext(info DeviceInfo) *Context { return &Context{info: info} }

// Dry reports whether the context is one without a device.
func (c *Context) Dry() bool { return c.library == nil }

// Do runs f with a Thread to call CUDA with, and returns its error. Calls from several goroutines
// run at the same time, so the work that f enqueues in a stream is in order with the rest of the
// stream only if the callers see to it. f should enqueue work and leave waiting to [Context.Wait].
//
// The Thread serves until f returns, and only in the goroutine in which f runs. If f panics, Do
// returns an error that wraps [ErrPanicked]. After [Context.Close] the error is [ErrClosed].
func (c *Context) Do(f func(t *Thread) error) error {
	if c.Dry() {
		return nil
	}
	if !Available { // a constant: the rest is not linked
		return ErrUnavailable()
	}
	if !c.begin() {
		return ErrClosed
	}
	defer c.users.Done()
	return c.current(func() (err error) {
		t := &Thread{context: c}
		defer func() {
			t.end()
			if reason := recover(); reason != nil {
				err = fmt.Errorf("%w: %v\n%s", ErrPanicked, reason, debug.Stack())
			}
		}()
		return f(t)
	})
}

// Wait blocks until the event has happened. That is when all work has run that was in the stream
// when the event was recorded. An event that was never recorded has happened. Any number of
// goroutines may wait at once, each with an OS thread, which sleeps unless the wait takes
// microseconds only; the event should be of kind [Waking]. The error is that of the work before the
// event, if it failed.
func (c *Context) Wait(e Event) error {
	return c.Do(func(*Thread) error { return c.note(c.await(e)) })
}

// defaultPollFor is how long a wait polls the event before the thread sleeps. To be woken takes an
// interrupt, two threads of the kernel and, in a virtual machine, up to a quarter of a millisecond.
const defaultPollFor = 500 * time.Microsecond

// pollPause is the time between two questions. Each takes the driver's lock from threads that have
// work for the driver.
const pollPause = 2 * time.Microsecond

func (c *Context) await(e Event) error {
	for start := time.Now(); time.Since(start) < c.pollFor; {
		asked := time.Now()
		if err := c.library.call(cuEventQuery, uintptr(e)); !hasCode(err, codeNotReady) {
			return err
		}
		for time.Since(asked) < pollPause {
		}
	}
	return c.library.call(cuEventSynchronize, uintptr(e))
}

// current runs f with the context current on the goroutine's OS thread. It leaves the thread as it
// was, which may have a context of other code.
func (c *Context) current(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, err := c.makeCurrent()
	if err != nil { // f may free something: it gets a second chance
		before, err = c.makeCurrent()
	}
	if err != nil {
		return c.note(err)
	}
	if before != c.handle {
		defer c.restore(before)
	}
	return f()
}

// restore makes another context current again. If that fails, the thread keeps the context. The
// failure does not fail the work done meanwhile, whose result would be lost.
func (c *Context) restore(before uintptr) {
	if err := c.library.call(cuCtxSetCurrent, before); err != nil {
		_ = c.note(c.library.call(cuCtxSetCurrent, before))
	}
}

// makeCurrent makes the context current on the calling OS thread. It returns the handle of the
// context that was current before.
func (c *Context) makeCurrent() (before uintptr, err error) {
	err = c.library.call(cuCtxGetCurrent, uintptr(unsafe.Pointer(&before)))
	if err != nil || before == c.handle {
		return before, err
	}
	return before, c.library.call(cuCtxSetCurrent, c.handle)
}

// begin counts a call in, unless the context is closed.
func (c *Context) begin() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.closed {
		c.users.Add(1)
	}
	return !c.closed
}

// Close waits for running calls and for the device's work, and releases the context. Slices that
// are still registered are unregistered; memory and handles that were not freed stay until the
// primary context goes. Further calls return the same error. It must not be called from inside Do,
// which it would wait for.
func (c *Context) Close() error {
	if c.Dry() {
		return nil
	}
	c.closing.Do(func() {
		c.mutex.Lock()
		c.closed = true
		c.mutex.Unlock()
		c.users.Wait()
		left := c.current(c.leave)
		c.closeError = errors.Join(left,
			c.library.call(cuDevicePrimaryCtxRelease, uintptr(c.device)))
		if left == nil || errors.Is(left, ErrDeviceLost) || c.Lost() != nil {
			c.releaseAll()
			open.Delete(c)
		} // else the device may still write to them
	})
	return c.closeError
}

// leave waits for all work in the context, and ends all registrations. The wait keeps
// memory from being released under a running kernel.
func (c *Context) leave() error {
	return errors.Join(c.library.call(cuCtxSynchronize), c.unregisterAll())
}

// Info describes the device.
func (c *Context) Info() DeviceInfo { return c.info }

// Library returns the library that the context was opened from.
func (c *Context) Library() *Library { return c.library }

// BytesInUse returns the device memory that the context has allocated and not freed, in bytes.
func (c *Context) BytesInUse() uint64 { return c.memory.total.Load() }

// Lost returns the first error that wrapped [ErrDeviceLost], or nil if no error did. After such an
// error, every call on the context may fail or return garbage, and callers give up all that they
// allocated.
func (c *Context) Lost() error {
	if e := c.lost.Load(); e != nil {
		return e
	}
	return nil
}

// note remembers that the device was lost, and returns the error unchanged.
func (c *Context) note(err error) error {
	if err == nil || !errors.Is(err, ErrDeviceLost) {
		return err
	}
	if failure := new(Error); errors.As(err, &failure) {
		c.lost.CompareAndSwap(nil, failure)
	}
	return err
}
