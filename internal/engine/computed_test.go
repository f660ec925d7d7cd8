package engine

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// computed asks for an MSM with scalars that are computed on the device, of which a fake has
// none. sums counts those that were summed.
func computed(b *Loaded, n int, sums *int, accept Accept) error {
	c := Computation{Name: "quotient", Size: n, BytesUp: uint64(3 * 8 * n)}
	return b.MultiExpComputed(context.Background(), testFieldOf(b.engine), c, accept,
		func(w *cuda.Workspace, msm *ComputedMSM) error {
			v, err := w.Vector(&testField, n)
			if err != nil {
				return err
			}
			if err := msm.Run(v); err != nil {
				return fmt.Errorf("sum: %w", err)
			}
			*sums++
			return nil
		})
}

func load(t *testing.T, d *Engine, n int) *Loaded {
	t.Helper()
	l, err := d.Load(&testGroup, n, points(n), Loading{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestComputedScalars(t *testing.T) {
	d, _, book := open(false)
	b := load(t, d, 20)
	sums := 0
	for n, onDevice := range map[int]bool{9: false, 10: true, 20: true} {
		if err := computed(b, n, &sums, accepted); onDevice != (err == nil) || !onDevice &&
			!errors.Is(err, ErrOnCPU) {
			t.Errorf("%d elements: err = %v", n, err)
		}
	}
	// The MSM of the small one is left to the caller, who counts it as he computes it.
	want := Statistics{
		DeviceMSMs: 2, DevicePoints: 30, DeviceComputations: 2, DeviceElements: 30,
		CPUComputations: 1, CPUElements: 9, BytesUp: 30*3*8 + 2*5,
	}
	wantStatistics(t, d, want)
	if done, msms := book.Entries("vectors done"), book.Entries("msm done"); sums != 2 ||
		len(done) != 2 || len(msms) != 2 ||
		done[0]["operation"] != "quotient" || msms[0]["group"] != "test_g1" {
		t.Errorf("%d sums, logged: %v, %v", sums, done, msms)
	}
	if err := computed(load(t, d, 9), 20, &sums, accepted); !errors.Is(err, ErrOnCPU) ||
		sums != 2 {
		t.Errorf("small bases: err = %v", err)
	}
	wantError(t, b.Close(), nil)
	wantError(t, computed(b, 20, &sums, accepted), ErrClosed)
	open := load(t, d, 20)
	wantError(t, d.Close(), nil)
	wantError(t, computed(open, 20, &sums, accepted), ErrClosed)
}

// Whether it is the workspace, the sum or its result that fails, the CPU computes all of it, or
// strict mode fails.
func TestComputedScalarsFallBack(t *testing.T) {
	refused := func(*cuda.Result) error { return ErrInvalidResult }
	for _, test := range []struct {
		name    string
		failure error
		accept  Accept
		want    error
	}{
		{"failure", errOutOfMemory, accepted, cuda.ErrOutOfMemory},
		{"result", nil, refused, ErrInvalidResult},
		{"lost", errLost, accepted, cuda.ErrDeviceLost},
		{"lost before", nil, accepted, cuda.ErrDeviceLost},
	} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/strict=%v", test.name, strict), func(t *testing.T) {
				d, backend, _ := open(strict)
				b, sums := load(t, d, 20), 0
				if test.name == "lost before" {
					backend.fail(errLost)
					if err := oneShot(d, 10, accepted); !fellBack(err, strict, errLost) {
						t.Fatal(err)
					}
				}
				backend.fail(test.failure)
				before := d.Statistics()
				err := computed(b, 20, &sums, test.accept)
				if sums != 0 || !fellBack(err, strict, test.want) {
					t.Errorf("err = %v, %d sums", err, sums)
				}
				after := d.Statistics()
				if !strict && after.CPUComputations != 1 || after.Failures != 1 ||
					after.DeviceMSMs+after.DeviceComputations != 0 ||
					after.CPUFailure != before.CPUFailure {
					t.Errorf("%+v", after)
				}
			})
		}
	}
}

func TestComputedScalarsMeetHostBases(t *testing.T) {
	d, _, _, b := loadHostBases(t, true)
	sums := 0
	for range 2 {
		wantError(t, computed(b, 20, &sums, accepted), nil)
	}
	wantStatistics(t, d, Statistics{
		DeviceMSMs: 2, DevicePoints: 40, SentMSMs: 2, DeviceComputations: 2, DeviceElements: 40,
		BytesUp: 40*3*8 + 2*5,
	})
}

func TestComputedScalarsWithoutDevice(t *testing.T) {
	d := New(nil, cuda.ErrNoDevice, Config{MinSize: 10, Logger: new(logbook.Book).Logger})
	b, sums := load(t, d, 20), 0
	if err := computed(b, 20, &sums, accepted); !errors.Is(err, ErrOnCPU) || sums != 0 {
		t.Errorf("err = %v", err)
	}
	wantStatistics(t, d, Statistics{CPUComputations: 1, CPUElements: 20})
}
