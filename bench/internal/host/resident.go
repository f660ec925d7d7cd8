package host

import (
	"os"
	"syscall"
)

// MaxResident is the maximum memory in bytes that an ended process had of the host.
func MaxResident(p *os.ProcessState) uint64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return uint64(u.Maxrss) * 1024 // Linux counts kilobytes
}
