package drilltest

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// The memory that a process has now, and the most that it has had, as Linux names them.
const resident, peak = "VmRSS:", "VmHWM:"

// memory returns memory of a process, in bytes. It is 0 on systems without /proc.
func (p *process) memory(name string) int64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(content) {
		fields := bytes.Fields(line)
		if len(fields) == 3 && string(fields[0]) == name {
			kibibytes, err := strconv.ParseInt(string(fields[1]), 10, 64)
			if err == nil {
				return kibibytes << 10
			}
		}
	}
	return 0
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
