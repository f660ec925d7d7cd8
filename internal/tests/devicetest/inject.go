package devicetest

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Codes of CUDA that failures are injected with.
const (
	OutOfMemory    = 2
	IllegalAddress = 700 // after it the context is lost
)

const (
	scenarioLimit = 2 * time.Minute // one that takes so long waits for ever
	settleLimit   = 10 * time.Second
)

// stride returns the number of calls from one trial of a scenario to the next. A run that leaves no
// call out has step. It keeps the usual run of all tests within minutes.
func stride(step int) int {
	switch {
	case os.Getenv(LongVariable) == "1":
		return step
	case testing.Short():
		return 19 * step
	default:
		return 13 * step
	}
}

// FailCalls runs a scenario again and again. The first time the first call of the driver fails with
// the code, then the one step later, and so on until the scenario ends without having met its
// failure. With [LongVariable] a step of 1 leaves no call out; usually steps are longer, and longer
// still with -short.
//
// The scenario opens and closes its engines itself, which find the given number of devices. After
// each run nothing that it made may be left on the device, and at the end no goroutine. It needs an
// [Emulator].
func FailCalls(t *testing.T, devices, code, step int, scenario func(t *testing.T)) {
	t.Helper()
	step = stride(step)
	emulator := Emulator(t)
	defer emulator.Reset()
	defer emulator.Fail("")
	goroutines := runtime.NumGoroutine()
	failed := 0
	for n := 1; ; n += step {
		calls := failCall(t, emulator, devices, code, n, scenario)
		if t.Failed() {
			t.Fatalf("call %d of %d failed with code %d", n, calls, code)
		}
		if calls < n {
			break
		}
		failed++
	}
	t.Logf("%d calls failed, one a run", failed)
	settle(t, goroutines)
}

// failCall has the n-th call of a scenario fail, and returns the number of calls.
func failCall(
	t *testing.T, emulator *cuda.Emulator, devices, code, n int, scenario func(t *testing.T),
) int {
	t.Helper()
	emulator.Reset()
	NoError(t, emulator.Set("DEVICES", strconv.Itoa(devices)))
	before := emulator.Live()
	NoError(t, emulator.Fail(fmt.Sprintf("*:%d=%d", n, code)))
	inTime(t, func() { scenario(t) })
	calls := int(emulator.Calls())
	if after := emulator.Live(); after != before {
		t.Errorf("%d objects on the device, %d at the start", after, before)
	}
	if leaked := emulator.Leaked(); leaked != 0 {
		t.Errorf("%d objects were left when the context went", leaked)
	}
	return calls
}

// Emulator returns the controls of the driver. It skips the test if the driver is a real one, which
// has none.
func Emulator(t *testing.T) *cuda.Emulator {
	t.Helper()
	emulator, ok, err := cuda.OpenEmulator()
	if err != nil {
		missing(t, err)
	}
	if !ok {
		t.Skip("this driver is not an emulator")
	}
	return emulator
}

// inTime fails the test, with the stacks of all goroutines, if f does not return.
func inTime(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(scenarioLimit):
		stacks := make([]byte, 1<<20)
		t.Fatalf("no end after %v\n%s", scenarioLimit, stacks[:runtime.Stack(stacks, true)])
	}
}

// settle fails the test if goroutines are left over.
func settle(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(settleLimit)
	for ; runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d at the start\n%s",
				runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
