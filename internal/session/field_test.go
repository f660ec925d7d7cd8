package session

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/testlog"
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
	if lines := book.Lines(t, "vectors done"); len(lines) != 2 || lines[0]["field"] != "test_fr" ||
		lines[0]["operation"] != "transform" || lines[0]["acceleration"] != "cuda" {
		t.Errorf("done: %v", lines)
	}
	if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 2 ||
		lines[0]["reason"] != "small" {
		t.Errorf("on the CPU: %v", lines)
	}
}

func TestVectorsWithoutDevice(t *testing.T) {
	book := new(testlog.Book)
	d := New(nil, driver.ErrNoDevice, Config{MinSize: 10, Logger: book.Logger})
	calls := 0
	for range 2 {
		if err := compute(d, 20, &calls); !errors.Is(err, ErrOnCPU) || calls != 0 {
			t.Errorf("err = %v, %d calls", err, calls)
		}
	}
	if err := oneShot(d, 20, accepted); !errors.Is(err, ErrOnCPU) {
		t.Error(err)
	}
	wantStatistics(t, d,
		Statistics{CPUComputations: 2, CPUElements: 40, CPUNoDevice: 1, CPUPoints: 20})
	for _, message := range []string{"vectors on the CPU", "msm on the CPU"} {
		if lines := book.Lines(t, message); len(lines) != 1 || lines[0]["reason"] != "no device" {
			t.Errorf("%s: %v", message, lines)
		}
	}
}

func TestVectorsFallBack(t *testing.T) {
	d, backend, book := open(false)
	backend.fail(errOutOfMemory)
	calls := 0
	if err := compute(d, 20, &calls); !errors.Is(err, ErrOnCPU) {
		t.Errorf("err = %v", err)
	}
	backend.fail(errLost)
	for range 2 {
		if err := compute(d, 20, &calls); !errors.Is(err, ErrOnCPU) {
			t.Errorf("err = %v", err)
		}
	}
	if backend.calls != 3 || calls != 0 || // two for want of memory
		!errors.Is(d.Unavailable(), driver.ErrDeviceLost) {
		t.Errorf("%d calls of the device, which is lost: %v", backend.calls, d.Unavailable())
	}
	wantStatistics(t, d, Statistics{CPUComputations: 3, CPUElements: 60, Failures: 2})
	lines := book.Lines(t, "device failed, computed on the CPU")
	if len(lines) != 2 || lines[0]["field"] != "test_fr" || lines[0]["elements"] != 20.0 ||
		lines[0]["operation"] != "transform" {
		t.Errorf("failures: %v", lines)
	}
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
	if err := compute(d, 20, &calls); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("err = %v", err)
	}
	backend.fail(errLost)
	for range 2 {
		if err := compute(d, 20, &calls); !errors.Is(err, driver.ErrDeviceLost) {
			t.Errorf("err = %v", err)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := compute(d, 20, &calls); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: err = %v", err)
	}
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
	if err := reserve(d, 20); !errors.Is(err, ErrOnCPU) {
		t.Error(err)
	}
	if lines := book.Lines(t, "no memory kept for vectors"); len(lines) != 1 ||
		lines[0]["level"] != "debug" ||
		lines[0]["operation"] != "transform" || lines[0]["elements"] != 20.0 {
		t.Errorf("failures: %v", lines)
	}
	wantStatistics(t, d, Statistics{Failures: 1})
	strict, backend, _ := open(true)
	for _, failure := range []error{errOutOfMemory, errLost} {
		backend.fail(failure)
		if err := reserve(strict, 20); !errors.Is(err, failure) {
			t.Errorf("strict: %v", err)
		}
	}
	backend.fail(nil)
	if err := reserve(strict, 20); !errors.Is(err, driver.ErrDeviceLost) {
		t.Errorf("strict, on a lost device: %v", err)
	}
	none := New(nil, driver.ErrNoDevice, Config{Logger: new(testlog.Book).Logger})
	if err := reserve(none, 20); !errors.Is(err, ErrOnCPU) {
		t.Errorf("without a device: %v", err)
	}
	if none.Available() != 0 {
		t.Error("memory without a device")
	}
	if err := none.Close(); err != nil {
		t.Error(err)
	}
	if err := reserve(none, 20); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestFree(t *testing.T) {
	d, _, book := open(false)
	free := func() error { return testFieldOf(d).Free(20, func() error { return errOutOfMemory }) }
	if err := free(); err != nil {
		t.Error(err)
	}
	if lines := book.Lines(t, "vectors not released"); len(lines) != 1 ||
		lines[0]["level"] != "warn" || lines[0]["elements"] != 20.0 {
		t.Errorf("failures: %v", lines)
	}
	strict, backend, _ := open(true)
	if err := testFieldOf(strict).Free(20,
		func() error { return errOutOfMemory }); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("strict: %v", err)
	}
	backend.fail(errLost)
	if err := compute(strict, 20, new(int)); !errors.Is(err, driver.ErrDeviceLost) {
		t.Errorf("strict: %v", err)
	}
	if err := testFieldOf(strict).Free(20, func() error { return errLost }); err != nil {
		t.Errorf("a lost device has nothing to free: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
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
	if lines := book.Lines(t, "vectors not prepared"); len(lines) != 1 ||
		lines[0]["level"] != "debug" || lines[0]["operation"] != "domain" {
		t.Errorf("failures: %v", lines)
	}
	wantStatistics(t, d, Statistics{Failures: 1})
	strict, backend, _ := open(true)
	backend.fail(errOutOfMemory)
	if err := prepare(strict, 20, &calls); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("strict: err = %v", err)
	}
	backend.fail(errLost)
	for range 2 {
		if err := prepare(strict, 20, &calls); !errors.Is(err, driver.ErrDeviceLost) {
			t.Errorf("strict, on a lost device: err = %v", err)
		}
	}
	if err := strict.Close(); err != nil {
		t.Error(err)
	}
	if err := prepare(strict, 20, &calls); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: err = %v", err)
	}
}
