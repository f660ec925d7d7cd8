package usage

import (
	"runtime/metrics"
	"time"
)

// heapInterval is how often the heap's size is asked for.
const heapInterval = 5 * time.Millisecond

// Heap is the size of Go's heap in bytes, with objects that are not needed any more and have not
// been freed yet. After runtime.GC there are none.
func Heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// PeakHeap runs f and returns the largest size of the heap in bytes meanwhile, as far as it was
// looked at: every five milliseconds, and at the end. Pinned memory is not on the heap.
func PeakHeap(f func() error) (peak uint64, err error) { return most(Heap, heapInterval, f) }
