//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// crew is some OS threads that sleep until there is something to copy. Goroutines would do, if Go's scheduler did not wake one
// thread at a time and leave it to that one to wake the next: to be woken takes 50 µs in a virtual machine, and with the eighth
// copier comes 0.4 ms late. The threads of a crew sleep on a futex each, and the caller wakes all of them, in 1.5 µs each.
//
// A member is always the same copier, on what is mostly the same core: it finds its buffers in that core's cache.
type crew struct {
	mutex   sync.Mutex
	members []*member
	closed  bool
	ended   sync.WaitGroup
}

// member is one thread of a crew.
type member struct {
	state atomic.Uint32 // also the futex
	task  func()        // to do, nil to end
}

// States of a member.
const (
	asleep uint32 = iota // or about to be
	hired                // by somebody who has yet to say what for
	awake
)

// run has member i run the task, or a goroutine if that member is at work for another, and returns at once.
func (c *crew) run(i int, task func()) {
	if m := c.hire(i); m != nil {
		m.do(task)
		return
	}
	go task()
}

// hire returns member i if it is asleep.
func (c *crew) hire(i int) *member {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.closed {
		return nil
	}
	for len(c.members) <= i {
		m := new(member)
		c.members = append(c.members, m)
		c.ended.Go(m.live)
	}
	if m := c.members[i]; m.state.CompareAndSwap(asleep, hired) {
		return m
	}
	return nil
}

// do wakes a member that the caller has hired.
func (m *member) do(task func()) {
	m.task = task
	m.state.Store(awake)
	m.wake()
}

// live does what the member is hired for, until that is to end. It sleeps in a system call, so that it keeps its thread as long as
// it does not yield.
func (m *member) live() {
	for {
		for s := m.state.Load(); s != awake; s = m.state.Load() {
			m.sleep(s)
		}
		if m.task == nil {
			return
		}
		m.task()
		m.task = nil
		m.state.Store(asleep)
	}
}

// Operations of futex(2), for threads of one process only.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// sleep blocks the thread until it is woken, unless the state is another one by now. It may return early.
func (m *member) sleep(state uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&m.state)), futexWaitPrivate, uintptr(state), 0, 0, 0)
}

func (m *member) wake() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(&m.state)), futexWakePrivate, 1, 0, 0, 0)
}

// close ends the threads, all of which are asleep or about to be.
func (c *crew) close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.closed = true
	for _, m := range c.members {
		for !m.state.CompareAndSwap(asleep, hired) {
			runtime.Gosched()
		}
		m.do(nil)
	}
	c.members = nil
	c.ended.Wait()
}
