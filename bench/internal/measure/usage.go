package measure

import (
	"os"
	"syscall"
	"time"
)

// ProcessorTime is the processor time that the process has used so far, user and system.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// MaxResident is the maximum memory in bytes that an ended process had of the host.
func MaxResident(p *os.ProcessState) uint64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return uint64(u.Maxrss) * 1024 // Linux counts kilobytes
}
