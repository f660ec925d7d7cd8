package futex

import (
	"syscall"
	"unsafe"
)

// Operations of futex(2), for threads of one process.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// Wait blocks the thread until Wake, unless the word has another value by now. It may return early.
func (f *Word) Wait(value uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(f)), futexWaitPrivate, uintptr(value), 0, 0, 0)
}

// Wake wakes the thread that waits for the word.
func (f *Word) Wake() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX,
		uintptr(unsafe.Pointer(f)), futexWakePrivate, 1, 0, 0, 0)
}
