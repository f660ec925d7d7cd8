package engine

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// compute asks for a transform of n elements and counts the calls.
func compute(d *Engine, n int, calls *int) error {
	return testFieldOf(d).Compute("transform", n, uint64(8*n), func(*cuda.Workspace) error {
		*calls++
		return nil
	})
}

func TestSizeDecidesOnVectors(t *testing.T) {
	d, _, book := open(false)
	calls := 0
	for n, onDevice := range map[int]bool{0: false, 9: false, 10: true, 11: true} {
		if err := compute(d, n, &calls); onDevice != (err == nil) || !onDevice &&
			!errors.Is(err, ErrOnCPU) {
			t.Errorf("%d elements: err = %v", n, err)
		}
	}
	if calls != 2 {
		t.Errorf("the device computed %d times", calls)
	}
	wantStatistics(t, d,
		Statistics{DeviceComputations: 2, DeviceElements: 21, CPUComputations: 2, CPUElements: 9,
			BytesUp: 21 * 8})
	wantLines(t, book, 2, "vectors done", "field", "test_fr", "operation", "transform",
		"acceleration", "cuda")
	wantLines(t, book, 2, "vectors on the CPU", "reason", "small")
}

func TestVectorsWithoutDevice(t *testing.T) {
	book := new(logbook.Book)
	d := New(nil, cuda.ErrNoDevice, Config{MinSize: 10, Logger: book.Logger})
	calls := 0
	for range 2 {
		if err := compute(d, 20, &calls); !errors.Is(err, ErrOnCPU) || calls != 0 {
			t.Errorf("err = %v, %d calls", err, calls)
		}
	}
	wantError(t, oneShot(d, 20, accepted), ErrOnCPU)
	wantStatistics(t, d,
		Statistics{CPUComputations: 2, CPUElements: 40, CPUNoDevice: 1, CPUPoints: 20})
	for _, message := range []string{"vectors on the CPU", "msm on the CPU"} {
		if lines := book.Entries(message); len(lines) != 1 || lines[0]["reason"] != "no device" {
			t.Errorf("%s: %v", message, lines)
		}
	}
}

func TestVectorsFallBack(t *testing.T) {
	d, backend, book := open(false)
	backend.fail(errOutOfMemory)
	calls := 0
	wantError(t, compute(d, 20, &calls), ErrOnCPU)
	backend.fail(errLost)
	for range 2 {
		wantError(t, compute(d, 20, &calls), ErrOnCPU)
	}
	if backend.calls != 3 || calls != 0 || // two for want of memory
		!errors.Is(d.Unavailable(), cuda.ErrDeviceLost) {
		t.Errorf("%d calls of the device, which is lost: %v", backend.calls, d.Unavailable())
	}
	wantStatistics(t, d, Statistics{CPUComputations: 3, CPUElements: 60, Failures: 2})
	lines := book.Entries("device failed, computed on the CPU")
	if len(lines) != 2 || lines[0]["field"] != "test_fr" || lines[0]["elements"] != 20.0 ||
		lines[0]["operation"] != "transform" {
		t.Errorf("failures: %v", lines)
	}
}

// TestFailureOfWhatWasQueued finds the failure of an operation that nobody has asked about.
func TestFailureOfWhatWasQueued(t *testing.T) {
	d, _, _ := open(false)
	queue := func(w *cuda.Workspace) error {
		w.Combine(nil, nil, nil)
		return nil
	}
	f := testFieldOf(d)
	wantError(t, f.Compute("combination", 20, 0, queue), ErrOnCPU)
	wantError(t, f.Session(20).Compute("combination", 0, queue), ErrOnCPU)
	wantStatistics(t, d, Statistics{CPUComputations: 2, CPUElements: 40, Failures: 2})
}

// A computation for which there is too little memory beside another one waits and has the device
// to itself.
func TestVectorsTakeTurns(t *testing.T) {
	d, _, _ := open(true)
	var under atomic.Int64
	first, tried := make(chan struct{}), make(chan struct{}, 5)
	var all parallel.WaitGroup
	for i := range 5 {
		all.Go(func() {
			tries := 0
			err := testFieldOf(d).Compute("transform", 10, 0, func(*cuda.Workspace) error {
				tries++
				others := under.Add(1)
				defer under.Add(-1)
				if i == 0 {
					close(first)
					<-tried
					return nil
				}
				<-first
				if tries == 1 {
					tried <- struct{}{}
					return errOutOfMemory
				}
				if others != 1 {
					t.Errorf("beside %d others", others-1)
				}
				return nil
			})
			if want := min(i, 1) + 1; err != nil || tries != want {
				t.Errorf("err = %v, %d tries, expected %d", err, tries, want)
			}
		})
	}
	all.Wait()
	wantStatistics(t, d, Statistics{DeviceComputations: 5, DeviceElements: 50})
}

func TestStrictVectors(t *testing.T) {
	d, backend, _ := open(true)
	calls := 0
	backend.fail(errOutOfMemory)
	wantError(t, compute(d, 20, &calls), cuda.ErrOutOfMemory)
	backend.fail(errLost)
	for range 2 {
		wantError(t, compute(d, 20, &calls), cuda.ErrDeviceLost)
	}
	wantError(t, d.Close(), nil)
	wantError(t, compute(d, 20, &calls), ErrClosed)
}

func TestReserve(t *testing.T) {
	d, backend, book := open(false)
	reserve := func(e *Engine, n int) error {
		return testFieldOf(e).Reserve("transform", n, uint64(8*n), nil)
	}
	for n, want := range map[int]uint64{9: 0, 10: 80} {
		backend.reserved = 0
		err := reserve(d, n)
		if kept := err == nil; backend.reserved != want || kept != (want > 0) || !kept &&
			!errors.Is(err, ErrOnCPU) {
			t.Errorf("%d elements: %d bytes, %v", n, backend.reserved, err)
		}
	}
	if d.Available() != availableOfFake {
		t.Errorf("%d bytes are left", d.Available())
	}
	backend.fail(errOutOfMemory)
	wantError(t, reserve(d, 20), ErrOnCPU)
	wantLines(t, book, 1, "no memory kept for vectors", "level", "debug", "operation", "transform",
		"elements", 20.0)
	wantStatistics(t, d, Statistics{Failures: 1})
	strict, backend, _ := open(true)
	for _, failure := range []error{errOutOfMemory, errLost} {
		backend.fail(failure)
		wantError(t, reserve(strict, 20), failure)
	}
	backend.fail(nil)
	wantError(t, reserve(strict, 20), cuda.ErrDeviceLost)
	none := New(nil, cuda.ErrNoDevice, Config{Logger: new(logbook.Book).Logger})
	wantError(t, reserve(none, 20), ErrOnCPU)
	if none.Available() != 0 {
		t.Error("memory without a device")
	}
	wantError(t, none.Close(), nil)
	wantError(t, reserve(none, 20), ErrClosed)
}

func TestFree(t *testing.T) {
	d, _, book := open(false)
	free := func() error { return testFieldOf(d).Free(20, func() error { return errOutOfMemory }) }
	wantError(t, free(), nil)
	wantLines(t, book, 1, "vectors not released", "level", "warn", "elements", 20.0)
	strict, backend, _ := open(true)
	if err := testFieldOf(strict).Free(20,
		func() error { return errOutOfMemory }); !errors.Is(err, cuda.ErrOutOfMemory) {
		t.Errorf("strict: %v", err)
	}
	backend.fail(errLost)
	wantError(t, compute(strict, 20, new(int)), cuda.ErrDeviceLost)
	if err := testFieldOf(strict).Free(20, func() error { return errLost }); err != nil {
		t.Errorf("a lost device has nothing to free: %v", err)
	}
	wantError(t, d.Close(), nil)
	if err := testFieldOf(d).Free(20,
		func() error { t.Error("freed after Close"); return nil }); err != nil {
		t.Error(err)
	}
}

func TestPrepare(t *testing.T) {
	prepare := func(d *Engine, n int, calls *int) error {
		return testFieldOf(d).Prepare("domain", n, func(*cuda.Workspace) error {
			*calls++
			return nil
		})
	}
	d, backend, book := open(false)
	calls := 0
	for n, onDevice := range map[int]bool{9: false, 10: true} {
		if err := prepare(d, n, &calls); onDevice != (err == nil) || !onDevice &&
			!errors.Is(err, ErrOnCPU) {
			t.Errorf("%d elements: err = %v", n, err)
		}
	}
	backend.fail(errOutOfMemory)
	if err := prepare(d, 20, &calls); !errors.Is(err, ErrOnCPU) || calls != 1 {
		t.Errorf("err = %v, %d calls", err, calls)
	}
	wantLines(t, book, 1, "vectors not prepared", "level", "debug", "operation", "domain")
	wantStatistics(t, d, Statistics{Failures: 1})
	strict, backend, _ := open(true)
	backend.fail(errOutOfMemory)
	wantError(t, prepare(strict, 20, &calls), cuda.ErrOutOfMemory)
	backend.fail(errLost)
	for range 2 {
		wantError(t, prepare(strict, 20, &calls), cuda.ErrDeviceLost)
	}
	wantError(t, strict.Close(), nil)
	wantError(t, prepare(strict, 20, &calls), ErrClosed)
}

// TestPanicOfComputation: a computation that panics gives its workspace back, and leaves.
func TestPanicOfComputation(t *testing.T) {
	e, backend, _ := open(false)
	var tasks parallel.Tasks
	tasks.Go(func() error {
		return testFieldOf(e).Compute("test", 10, 0, func(*cuda.Workspace) error { panic("here") })
	})
	if err := tasks.Wait(); err == nil || backend.workspaces != 0 {
		t.Errorf("%v, and %d workspaces", err, backend.workspaces)
	}
	if !e.admission.weights.TryAcquire(everything) {
		t.Error("it has not left")
	}
}
