package hookstest

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// Garbage is what a collector that runs often leaves of a test's heap, which has kernels and
// systems as well. It is in bytes.
const Garbage = 512 << 10

// heap is the size of Go's heap in bytes, with garbage.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// live is the size of Go's heap in bytes, without garbage.
func live() uint64 {
	runtime.GC()
	return heap()
}

// HeapOf returns by how many bytes Go's heap grows while f runs, at most. It looks 5000 times a
// second, and counts garbage.
func HeapOf(f func()) (most uint64) {
	before := live()
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

// PlanOfHost compares the plan of the host's memory for proofs with the heap of a proof on an
// emulated device. The heap has what stays between proofs. It is at most a quarter less, or twice
// as much and [Garbage]. The first proof does not count: gnark's solver runs as well.
func (s *Scheme[PK, VK, P]) PlanOfHost(t *testing.T) {
	if testing.Short() {
		t.Skip("a larger circuit")
	}
	devicetest.Emulator(t)
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	e := Engine(t, accel.WithMemoryLimit(1<<30))
	large := 4000
	if devicetest.Thorough(false) {
		large = 8000
	}
	for _, constraints := range []int{100, large} { // what all proofs share is there after one
		i := s.Make(t, circuits.Powers("", constraints))
		p, err := s.Plan(i.CCS, accel.WithMemoryLimit(1<<30), accel.WithMinSize(1))
		if err != nil {
			t.Fatal(err)
		}
		before := live()
		s.AttachFor(t, i.PK, e)
		s.Prove(t, i)
		stays := live() - before
		host := stays + HeapOf(func() { s.Prove(t, i) })
		t.Logf("%d constraints: %d bytes of the host, %d of them between proofs, planned were %d",
			constraints, host, stays, p.Host)
		if constraints < 1000 {
			continue
		}
		if host < p.Host*3/4 || host > p.Host*2+Garbage {
			t.Errorf("%d bytes of the host, planned were %d", host, p.Host)
		}
	}
}
