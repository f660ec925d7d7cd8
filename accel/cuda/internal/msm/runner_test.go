package msm

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// testRunner opens a device and returns its runner.
func testRunner(t testing.TB) *Runner {
	t.Helper()
	d, err := device.Open(cudatest.Library(t), 0, 0)
	cudatest.Must(t, err)
	r := NewRunner(d)
	t.Cleanup(func() {
		if err := errors.Join(r.Close(), d.Close()); err != nil {
			t.Errorf("closing the device: %v", err)
		}
	})
	return r
}

// TestShrinkWaits: scratch memory is freed once its slot is idle, and the account follows.
func TestShrinkWaits(t *testing.T) {
	r := testRunner(t)
	before := r.device.Context.BytesInUse()
	busy := r.acquire()
	cudatest.Must(t, busy.prepare())
	if !r.device.Memory.Claim(busy.index, 1<<20) {
		t.Fatal("a slot may not have a small part of its share")
	}
	cudatest.Must(t, busy.reserve(1<<20))
	done := make(chan error)
	go func() { done <- r.shrink(1 << 10) }()
	select {
	case err := <-done:
		t.Errorf("a busy slot was shrunk: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	r.release(busy)
	cudatest.Must(t, <-done)
	if n := r.device.Context.BytesInUse(); n != before {
		t.Errorf("%d bytes in use, %d before", n, before)
	}
}

// TestRuns: vectors of one length that lie one behind the other are joined.
func TestRuns(t *testing.T) {
	const size, n = 32, 10
	at := func(i, count int) device.Span {
		return device.Span{Allocation: 1 << 20, At: 1<<20 + driver.Ptr(i*size), Count: count}
	}
	other := device.Span{Allocation: 1<<20 + 3*n*size, At: 1<<20 + 3*n*size, Count: n}
	for name, test := range map[string]struct {
		spans []device.Span
		runs  int
	}{
		"none":                          {nil, 0},
		"one":                           {[]device.Span{at(5, n)}, 1},
		"three neighbours":              {[]device.Span{at(0, n), at(n, n), at(2*n, n)}, 1},
		"neighbours in the wrong order": {[]device.Span{at(n, n), at(0, n)}, 2},
		"of different lengths":          {[]device.Span{at(0, n), at(n, n-1), at(2*n-1, n-1)}, 2},
		"with a gap":                    {[]device.Span{at(0, n), at(n+1, n)}, 2},
		"the same twice":                {[]device.Span{at(0, n), at(0, n)}, 2},
		"of another vector":             {[]device.Span{at(2*n, n), other}, 2},
		"neighbours and another":        {[]device.Span{at(0, n), at(n, n), other, at(3*n, n)}, 3},
		"nothing, twice":                {[]device.Span{at(0, 0), at(0, 0)}, 2},
	} {
		s := &device.Scalars{Context: t.Context(), Field: "bn254_fr", Spans: test.spans}
		count, vectors := 0, 0
		for run := range runs(s, size) {
			if run.location != plan.OnDevice {
				t.Errorf("%s: scalars on the host", name)
			}
			count, vectors = count+1, vectors+run.count
		}
		if count != test.runs || vectors != len(test.spans) {
			t.Errorf("%s: %d runs of %d vectors, expected %d", name, count, vectors, test.runs)
		}
	}
}
