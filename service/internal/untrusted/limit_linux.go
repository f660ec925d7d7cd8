package untrusted

import (
	"cmp"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/prometheus/procfs"
)

// limit bounds the process's further memory, in bytes, and its processor time, in seconds. 0 is no
// bound of time. Should the host have less memory, the kernel ends this process before others.
func limit(bytes, seconds int64) error {
	const stack = 16 << 20 // of a thread of the C library, of which a few pages are in use
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	debug.SetMemoryLimit(bytes) // collects more often before it
	self, err := procfs.Self()
	if err != nil {
		return err
	}
	taken, err := self.Statm() // so far
	if err != nil {
		return err
	}
	maxData := taken.DataBytes() + uint64(bytes+int64(runtime.NumCPU())*stack)
	err = errors.Join(bound(syscall.RLIMIT_DATA, maxData), bound(syscall.RLIMIT_CORE, 0))
	if seconds > 0 {
		err = errors.Join(err, bound(syscall.RLIMIT_CPU, uint64(seconds))) // kills
	}
	return err
}

// bound lowers a limit of the process, unless it is lower already.
func bound(resource int, to uint64) error {
	var is syscall.Rlimit
	err := syscall.Getrlimit(resource, &is)
	to = min(to, is.Max)
	return cmp.Or(err, syscall.Setrlimit(resource, &syscall.Rlimit{Cur: to, Max: to}))
}
