package staging

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// Operations of futex(2), for threads of one process.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// futexWait blocks the thread until it is woken, unless the word has another value by now. It may
// return early.
func futexWait(word *atomic.Uint32, value uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(word)), futexWaitPrivate, uintptr(value), 0, 0, 0)
}

// futexWake wakes the thread that waits for the word.
func futexWake(word *atomic.Uint32) {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(word)), futexWakePrivate, 1, 0, 0, 0)
}
