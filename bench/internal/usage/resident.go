package usage

import (
	"os"
	"syscall"
)

// MostResident is the most memory in bytes that a process, which has ended, had of the host.
func MostResident(p *os.ProcessState) uint64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return uint64(u.Maxrss) * 1024 // Linux counts kilobytes
}
