//go:build unix

package usage

import (
	"os"
	"runtime"
	"syscall"
)

// MostResident is the most memory in bytes that a process, which has ended, had of the host.
func MostResident(p *os.ProcessState) uint64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	most := uint64(u.Maxrss)
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		most *= 1024 // the others count in kilobytes
	}
	return most
}
