package proof

import (
	"bufio"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/internal/container"
)

// freeMemory returns the memory that the process may still take, in bytes. It is the least of the
// memory that the system has available, and of what Go's memory limit and the container leave.
func freeMemory() uint64 {
	_, left := container.Memory()
	return min(available(), leftOfLimit(), left)
}

// leftOfLimit returns the rest of the limit that GOMEMLIMIT sets, in bytes.
func leftOfLimit() uint64 {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return unlimited
	}
	use := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(use)
	used := use[0].Value.Uint64() - use[1].Value.Uint64()
	return uint64(max(0, limit-int64(used)))
}

// available returns the memory that programs can take without swapping, as Linux says, in bytes.
func available() uint64 {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return unlimited
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != "MemAvailable:" {
			continue
		}
		if kilobytes, err := strconv.ParseUint(words[1], 10, 64); err == nil {
			return kilobytes << 10
		}
	}
	return unlimited
}
