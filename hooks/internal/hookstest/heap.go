package hookstest

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// HeapOf returns by how many bytes Go's heap grows while f runs, at most. It looks 5000 times a
// second, and counts garbage.
func HeapOf(f func()) (most uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before := heap()
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			most = max(most, heap())
			select {
			case <-done:
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	f()
	close(done)
	<-ended
	return most - min(most, before)
}
