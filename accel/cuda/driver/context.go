//go:build cuda && linux && (amd64 || arm64)

package driver

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Context is a device in use: its primary CUDA context and the executor on which the context is current. All methods may
// be called from any goroutine.
//
// The primary context is one for the whole process: two Contexts of one device, and other users of CUDA in the process,
// share it and what was allocated in it. It goes when the last of them lets it go.
type Context struct {
	library  *Library
	info     DeviceInfo
	device   int32
	handle   uintptr // CUcontext
	pool     bool
	executor *executor

	memory ledger
	lost   atomic.Pointer[Error]

	// These two belong to the executor.
	registered map[*byte]*registration
	launches   *launchBlock

	mutex   sync.Mutex
	closed  bool
	waiters sync.WaitGroup

	closing    sync.Once
	closeError error
}

// OpenContext takes device i into use. Threads that wait for the device block and leave their core to others
// (CU_CTX_SCHED_BLOCKING_SYNC), for the whole process, unless another user of the device was there first and the driver
// does not let the policy change.
//
// The error wraps [ErrNoDevice] if there is no device i, [ErrDeviceTooOld] if the kernels cannot run on it, and
// [ErrUnusable] if it is held by another process.
func (l *Library) OpenContext(i int) (*Context, error) {
	info, err := l.Info(i)
	if err != nil {
		return nil, err
	}
	if err := checkCapability(info); err != nil {
		return nil, err
	}
	c, err := l.openContext(info)
	if err != nil {
		return nil, fmt.Errorf("device %d (%s): %w", i, info.Name, err)
	}
	return c, nil
}

func (l *Library) openContext(info DeviceInfo) (*Context, error) {
	device, err := l.device(info.Index)
	if err != nil {
		return nil, err
	}
	pools, err := l.attribute(attributeMemoryPoolsSupported, device)
	if err != nil {
		return nil, err
	}
	c := &Context{
		library: l, info: info, device: device, pool: pools != 0 && l.table.pool(),
		registered: map[*byte]*registration{},
	}
	if err := c.retain(); err != nil {
		return nil, err
	}
	c.launches = newLaunchBlock()
	c.executor, err = startExecutor(c.makeCurrent, c.leave)
	if err != nil {
		return nil, errors.Join(err, c.release())
	}
	return c, nil
}

// retain takes a share of the device's primary context.
func (c *Context) retain() error {
	const blockingSync = 4
	err := c.library.call(cuDevicePrimaryCtxSetFlags, uintptr(c.device), blockingSync)
	if err != nil && !hasCode(err, codePrimaryContextActive) {
		return err
	}
	return c.library.call(cuDevicePrimaryCtxRetain, uintptr(unsafe.Pointer(&c.handle)), uintptr(c.device))
}

// release gives the share back.
func (c *Context) release() error {
	c.launches.release()
	return c.library.call(cuDevicePrimaryCtxRelease, uintptr(c.device))
}

// makeCurrent makes the context current on the calling OS thread.
func (c *Context) makeCurrent() error { return c.library.call(cuCtxSetCurrent, c.handle) }

// leaveCurrent takes the context from the calling OS thread.
func (c *Context) leaveCurrent() error { return c.library.call(cuCtxSetCurrent, 0) }

// leave waits for all work in the context, so that nothing is released under a running kernel, and gives slices of Go
// memory back to Go.
func (c *Context) leave() error {
	return errors.Join(c.library.call(cuCtxSynchronize), c.unregisterAll(), c.leaveCurrent())
}

// Do runs f on the context's executor and returns its error. Calls from several goroutines run one after the other, so f
// should enqueue work and leave waiting to [Context.Wait].
//
// The Thread serves until f returns, and only in the goroutine in which f runs. If f panics, Do returns an error that
// wraps [ErrPanicked]. After [Context.Close] the error is [ErrClosed]. A Do inside f on the same context would wait for
// itself: it returns [ErrNested]. That is seen only where f itself calls it; f must not wait for another goroutine, or
// for another context's executor, that needs this one.
func (c *Context) Do(f func(t *Thread) error) error {
	if c.isClosed() {
		return ErrClosed
	}
	return c.executor.do(func() error {
		t := &Thread{context: c}
		defer t.ended.Store(true)
		return f(t)
	})
}

// Wait blocks until the event has happened: until everything has run that was in the stream when the event was recorded.
// An event that was never recorded has happened. Wait stays off the executor, and any number of goroutines may wait at
// once, each with an OS thread that sleeps. The error is that of the work before the event, if it failed.
func (c *Context) Wait(e Event) error {
	if !c.beginWait() {
		return ErrClosed
	}
	defer c.waiters.Done()
	// The caller's own thread may be another context's executor, or have a context of other code: it is left alone.
	done := make(chan error, 1)
	go func() { done <- c.synchronizeEvent(e) }()
	return <-done
}

func (c *Context) synchronizeEvent(e Event) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.makeCurrent(); err != nil {
		return c.note(err)
	}
	err := c.library.call(cuEventSynchronize, uintptr(e))
	return c.note(errors.Join(err, c.leaveCurrent()))
}

// beginWait counts a waiter in, unless the context is closed.
func (c *Context) beginWait() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.closed {
		c.waiters.Add(1)
	}
	return !c.closed
}

func (c *Context) isClosed() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.closed
}

// Close waits for the calls under way and for the device's work, ends the executor and gives up the context. Slices that
// are still registered are unregistered; memory and handles that were not freed stay until the primary context goes.
// Further calls return the same error.
func (c *Context) Close() error {
	if c.executor.isCurrent() {
		return ErrNested
	}
	c.closing.Do(func() {
		c.mutex.Lock()
		c.closed = true
		c.mutex.Unlock()
		c.waiters.Wait()
		c.closeError = errors.Join(c.executor.stop(), c.release())
	})
	return c.closeError
}

// Info describes the device.
func (c *Context) Info() DeviceInfo { return c.info }

// Library returns the library that the context was opened from.
func (c *Context) Library() *Library { return c.library }

// BytesInUse returns the bytes of device memory that were allocated through the context and not freed.
func (c *Context) BytesInUse() uint64 { return c.memory.total.Load() }

// Lost returns the first error that wrapped [ErrDeviceLost], nil if there was none. After one, every call on the context
// may fail or return garbage, and what was allocated is to be given up.
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
