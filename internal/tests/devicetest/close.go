package devicetest

import (
	"flag"
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// A sweep may be shared by processes: go test … -args -close-first 3 -close-step 16 takes the third
// call and every 16th one that follows.
var (
	closeFirst = flag.Uint64("close-first", 1, "the first call of the driver to close an engine at")
	closeStep  = flag.Int("close-step", 0, "calls from one to the next; 0 is the usual number")
)

// CloseAtCalls runs a scenario again and again, and closes its engine beside it. Each run has an
// engine of its own. It is closed the first time at the first call of the driver, then step calls
// later, and so on until the scenario ends before. With [LongVariable] a step of 1 leaves no call
// out.
//
// The scenario may fail, as an engine that is closed makes it; it must end, and so must Close.
// The engine has [Options], and [NarrowBuckets]. It needs an [Emulator].
func CloseAtCalls(t *testing.T, step int, scenario func(e *accel.Engine), opts ...accel.Option) {
	t.Helper()
	if step = stride(step); *closeStep > 0 {
		step = *closeStep
	}
	emulator := Emulator(t)
	defer emulator.Reset()
	goroutines, closed := runtime.NumGoroutine(), 0
	for n := *closeFirst; ; n += uint64(step) {
		emulator.Reset()
		e, err := accel.Open(append(Options(NarrowBuckets()), opts...)...)
		NoError(t, err)
		if err := emulator.Fail(""); err != nil { // calls are counted from here on
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			scenario(e)
		}()
		beside := callsReach(emulator, n, ended)
		inTime(t, func() {
			if err := e.Close(); err != nil {
				t.Errorf("Close at call %d: %v", n, err)
			}
			<-ended
		})
		if live := emulator.Live(); live != 0 {
			t.Errorf("Close at call %d leaves %d objects on the device", n, live)
		}
		if !beside || t.Failed() {
			break
		}
		closed++
	}
	t.Logf("closed at %d calls, one a run", closed)
	settle(t, goroutines)
}

// callsReach waits for the n-th call of the driver. It returns false if the scenario ended before.
func callsReach(emulator *cuda.Emulator, n uint64, ended <-chan struct{}) bool {
	for emulator.Calls() < n {
		select {
		case <-ended:
			return false
		default:
			runtime.Gosched()
		}
	}
	return true
}
