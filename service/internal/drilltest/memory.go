package drilltest

import (
	"fmt"

	"github.com/prometheus/procfs"
)

// memory returns the present and the peak memory of a process, in bytes. They are 0 on systems
// without /proc.
func (p *process) memory() (now, peak int64) {
	if found, err := procfs.NewProc(p.Process.Pid); err == nil {
		if status, err := found.NewStatus(); err == nil {
			return int64(status.VmRSS), int64(status.VmHWM)
		}
	}
	return 0, 0
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
