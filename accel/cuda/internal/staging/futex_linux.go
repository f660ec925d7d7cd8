package staging

import (
	"syscall"
	"unsafe"
)

// Operations of futex(2), for threads of one process.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// wait blocks the thread until wake, unless the word has another value by now. It may return early.
func (f *futex) wait(value uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(f)), futexWaitPrivate, uintptr(value), 0, 0, 0)
}

// wake wakes the thread that waits for the word.
func (f *futex) wake() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(f)), futexWakePrivate, 1, 0, 0, 0)
}
