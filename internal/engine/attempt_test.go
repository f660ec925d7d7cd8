package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

var (
	errOutOfMemory = fmt.Errorf("plan: %w", cuda.ErrOutOfMemory)
	errLost        = &cuda.Error{Call: "cuLaunchKernel", Name: "CUDA_ERROR_ILLEGAL_ADDRESS",
		Code: 700}
)

func wantStatistics(t *testing.T, d *Engine, want Statistics) {
	t.Helper()
	want.DeviceBytes = d.Statistics().DeviceBytes
	if got := d.Statistics(); got != want {
		t.Errorf("statistics\n got %+v\nwant %+v", got, want)
	}
}

func TestSizeDecides(t *testing.T) {
	d, backend, _ := open(false)
	for n, onDevice := range map[int]bool{0: false, 1: false, 9: false, 10: true, 11: true} {
		err := oneShot(d, n, accepted)
		if onDevice != (err == nil) || !onDevice && !errors.Is(err, ErrOnCPU) {
			t.Errorf("%d points: err = %v", n, err)
		}
	}
	if backend.calls != 2 {
		t.Errorf("the device was called %d times", backend.calls)
	}
	wantStatistics(t, d,
		Statistics{DeviceMSMs: 2, DevicePoints: 21, CPUSmall: 3, CPUPoints: 10, BytesUp: 21 * 8})
}

func TestNoDevice(t *testing.T) {
	book := new(logbook.Book)
	d := New(nil, cuda.ErrNoDevice, Config{MinSize: 10, Logger: book.Logger})
	for range 3 {
		wantError(t, oneShot(d, 20, accepted), ErrOnCPU)
	}
	b := load(t, d, 20)
	if err := sum(b, 20, accepted); !errors.Is(err, ErrOnCPU) || b.OnDevice() {
		t.Errorf("err = %v, on device = %v", err, b.OnDevice())
	}
	wantError(t, errors.Join(b.Close(), d.Close()), nil)
	wantError(t, d.Unavailable(), cuda.ErrNoDevice)
	if d.Devices() != nil {
		t.Error("devices without a device")
	}
	wantStatistics(t, d, Statistics{CPUNoDevice: 4, CPUPoints: 80})
	wantLines(t, book, 1, "no device, MSMs are computed on the CPU", "level", "info", "reason",
		cuda.ErrNoDevice.Error())
	wantLines(t, book, 1, "msm on the CPU", "reason", "no device")
}

func TestFailureFallsBack(t *testing.T) {
	d, backend, book := open(false)
	backend.fail(errOutOfMemory)
	for range 3 {
		wantError(t, oneShot(d, 20, accepted), ErrOnCPU)
	}
	if d.Unavailable() != nil {
		t.Errorf("a lack of memory made the device unavailable: %v", d.Unavailable())
	}
	backend.fail(nil)
	wantError(t, oneShot(d, 20, accepted), nil)
	wantStatistics(t, d, Statistics{
		CPUFailure: 3, CPUPoints: 60, Failures: 3, DeviceMSMs: 1, DevicePoints: 20, BytesUp: 160,
	})
	lines := book.Entries("device failed, computed on the CPU")
	if len(lines) != 3 || lines[0]["level"] != "warn" || lines[1]["level"] != "debug" ||
		lines[2]["level"] != "debug" {
		t.Errorf("not one warning and two debug lines: %v", lines)
	}
	if lines[0]["group"] != "test_g1" || lines[0]["points"] != 20.0 ||
		lines[0]["error"] != errOutOfMemory.Error() {
		t.Errorf("the warning lacks fields: %v", lines[0])
	}
}

func TestEachCauseIsAWarningOnce(t *testing.T) {
	d, backend, book := open(false)
	for _, err := range []error{
		fmt.Errorf("chunk 1: %w", cuda.ErrOutOfMemory),
		fmt.Errorf("chunk 2: %w", cuda.ErrOutOfMemory),
		&cuda.Error{Call: "cuMemAlloc_v2", Name: "CUDA_ERROR_INVALID_VALUE", Code: 1},
		fmt.Errorf("scratch: %w",
			&cuda.Error{Call: "cuMemAlloc_v2", Name: "CUDA_ERROR_INVALID_VALUE", Code: 1}),
		errors.New("unknown"),
	} {
		backend.fail(err)
		if err := oneShot(d, 20, accepted); !errors.Is(err,
			ErrOnCPU) {
			t.Fatal(err)
		}
	}
	var warnings int
	for _, line := range book.Entries("device failed, computed on the CPU") {
		if line["level"] == "warn" {
			warnings++
		}
	}
	if warnings != 3 {
		t.Errorf("%d warnings for 3 causes", warnings)
	}
}

func TestStrictReturnsTheFailure(t *testing.T) {
	d, backend, _ := open(true)
	backend.fail(errOutOfMemory)
	err := oneShot(d, 20, accepted)
	if !errors.Is(err, cuda.ErrOutOfMemory) {
		t.Errorf("err = %v", err)
	}
	if !strings.Contains(err.Error(), "test_g1 MSM of 20 points") {
		t.Errorf("the error does not say which MSM: %v", err)
	}
	if b, err := d.Load(&testGroup, 20, points(20), Loading{}); b != nil ||
		!errors.Is(err, cuda.ErrOutOfMemory) {
		t.Errorf("load: %v, %v", b, err)
	}
	wantError(t, oneShot(d, 9, accepted), ErrOnCPU)
	wantStatistics(t, d, Statistics{Failures: 2, CPUSmall: 1, CPUPoints: 9})
}

func TestALostDeviceIsNotTouched(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%v", strict), func(t *testing.T) {
			d, backend, book := open(strict)
			b := load(t, d, 20)
			wantFailure := func(what string, err error) {
				t.Helper()
				if !fellBack(err, strict, cuda.ErrDeviceLost) {
					t.Errorf("%s: err = %v", what, err)
				}
			}
			backend.fail(errLost)
			err := oneShot(d, 20, accepted)
			wantFailure("the MSM that loses the device", err)
			calls := backend.calls

			err = oneShot(d, 20, accepted)
			wantFailure("a later MSM", err)
			err = sum(b, 20, accepted)
			wantFailure("over resident bases", err)
			cpuBases, err := d.Load(&testGroup, 20, points(20), Loading{})
			if strict != errors.Is(err, cuda.ErrDeviceLost) || !strict && err != nil {
				t.Errorf("load: %v", err)
			}
			if !strict {
				err = sum(cpuBases, 20, accepted)
				wantFailure("over bases loaded afterwards", err)
			}
			wantError(t, oneShot(d, 9, accepted), ErrOnCPU)
			if backend.calls != calls {
				t.Errorf("the lost device was called %d times", backend.calls-calls)
			}
			if !errors.Is(d.Unavailable(), cuda.ErrDeviceLost) || d.Devices() != nil ||
				b.OnDevice() {
				t.Errorf("unavailable = %v, devices = %v, on device = %v", d.Unavailable(),
					d.Devices(), b.OnDevice())
			}
			wantError(t, errors.Join(b.Close(), d.Close()), nil)
			if lines := book.Entries("device lost, it is not used any more"); len(lines) != 1 {
				t.Errorf("logged %d times", len(lines))
			}
			if got := d.Statistics().Failures; got != 1 {
				t.Errorf("%d failures counted", got)
			}
		})
	}
}

func TestDebugLine(t *testing.T) {
	d, _, book := open(false)
	if err := oneShot(d, 20, accepted); err != nil {
		t.Fatal(err)
	}
	lines := book.Entries("msm done")
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	for field, want := range map[string]any{
		"level": "debug", "group": "test_g1", "points": 20.0, "acceleration": "cuda",
		"window": 13.0, "factor": 2.0, "chunks": 3.0, "bytesUp": 160.0,
		"upload": 0.0, "partition": 0.0, "accumulate": 0.0, "reduce": 0.0, "took": 0.0,
	} {
		if got, ok := lines[0][field]; !ok || got != want {
			t.Errorf("%s = %v, want %v", field, got, want)
		}
	}
}

// TestProofsStayTogether has the parts of proofs on the device whatever their size, but for sums of
// a few points, unless sizes decide.
func TestProofsStayTogether(t *testing.T) {
	for _, test := range []struct {
		task          task
		times, bySize bool // small where times decide, and where sizes do
	}{
		{task{kind: ofPoints, size: 0, inProof: true}, true, true},
		{task{kind: ofPoints, size: 3, inProof: true}, true, true},
		{task{kind: ofPoints, size: fewPoints, inProof: true}, false, true},
		{task{kind: ofPoints, size: fewPoints}, true, true},
		{task{kind: ofElements, size: 2, inProof: true}, false, true},
		{task{kind: ofElements, size: 2}, true, true},
		{task{kind: ofPoints, size: 1000}, false, false},
		{task{kind: ofElements, size: 1000, inProof: true}, false, false},
	} {
		byTimes, bySize := Config{MinSize: 1000, ByTimes: true}, Config{MinSize: 1000}
		if byTimes.small(&test.task) != test.times || bySize.small(&test.task) != test.bySize {
			t.Errorf("%+v", test.task)
		}
	}
}

// TestHost counts what an engine without a device is given for being faster as small.
func TestHost(t *testing.T) {
	d := NewHost(Config{MinSize: 1, Logger: new(logbook.Book).Logger})
	wantError(t, oneShot(d, 20, accepted), ErrOnCPU)
	wantStatistics(t, d, Statistics{CPUSmall: 1, CPUPoints: 20})
	wantError(t, d.Close(), nil)
}

// TestMeasuredOnce measures a device and counts nothing, and again nothing afterwards.
func TestMeasuredOnce(t *testing.T) {
	d, backend, _ := open(false)
	calls := 0
	for range 3 {
		m := d.Measured(func() Measured {
			calls++
			scalars := make([]byte, 20*testGroup.ScalarBytes())
			return Measured{Device: d.Time(&testGroup, points(20), scalars), Host: 1}
		})
		if m.Device <= 0 || m.Host != 1 || calls != 1 {
			t.Errorf("measured %+v in %d calls", m, calls)
		}
	}
	if backend.calls == 0 {
		t.Error("the device computed nothing")
	}
	wantStatistics(t, d, Statistics{})
	wantError(t, d.Close(), nil)
	if took := d.Time(&testGroup, points(20), nil); took != 0 {
		t.Errorf("a closed device took %v", took)
	}
}
