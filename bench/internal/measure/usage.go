package measure

import (
	"os"
	"runtime/metrics"
	"syscall"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// How often sizes are looked at.
const (
	deviceInterval = time.Millisecond
	heapInterval   = 5 * time.Millisecond
)

// PeakMemory runs f and returns the maximum bytes that the engine had of its device.
func PeakMemory(engine *accel.Engine, f func() error) (peak uint64, err error) {
	return peakOf(func() uint64 { return engine.Statistics().DeviceBytes }, deviceInterval, f)
}

// Heap is the size of Go's heap in bytes, with garbage. runtime.GC leaves none of that. Pinned
// memory is not on the heap.
func Heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// PeakHeap runs f and returns the largest size of the heap in bytes meanwhile.
func PeakHeap(f func() error) (peak uint64, err error) { return peakOf(Heap, heapInterval, f) }

// peakOf runs f and returns the largest size that was seen meanwhile. It looks at intervals and at
// the end.
func peakOf(size func() uint64, interval time.Duration, f func() error) (peak uint64, err error) {
	ticker, done := time.NewTicker(interval), make(chan error)
	defer ticker.Stop()
	go func() { done <- f() }()
	for {
		peak = max(peak, size())
		select {
		case err = <-done:
			return max(peak, size()), err
		case <-ticker.C:
		}
	}
}

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
