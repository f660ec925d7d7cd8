package untrusted

import (
	"os"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/prometheus/procfs"
)

// limit bounds the process's further memory, in bytes, and its processor time, in seconds. 0 is no
// bound of time. Should the host have less memory, the kernel ends this process before others.
func limit(bytes, seconds int64) {
	const stack = 16 << 20 // of a thread of the C library, of which a few pages are in use
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	debug.SetMemoryLimit(bytes) // collects more often before it
	self, _ := procfs.Self()
	taken, _ := self.Statm() // so far
	maxData := taken.DataBytes() + uint64(bytes+int64(runtime.NumCPU())*stack)
	syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: maxData, Max: maxData})
	syscall.Setrlimit(syscall.RLIMIT_CORE, new(syscall.Rlimit))
	if time := uint64(seconds); time > 0 {
		syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: time, Max: time}) // kills
	}
}
