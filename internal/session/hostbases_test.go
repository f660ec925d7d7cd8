package session

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

// loadHostBases loads 20 points, each with its index in all of its bytes, onto a device that has
// no room for them.
func loadHostBases(t *testing.T, strict bool) (*Engine, *fakeBackend, *testlog.Book, *Bases) {
	t.Helper()
	d, backend, book := open(strict)
	backend.full = true
	all := points(20)
	for i := range all {
		all[i] = byte(i / testGroup.PointBytes())
	}
	b, err := d.Load(&testGroup, all, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d, backend, book, b
}

func TestBasesThatDoNotFitStayOnTheHost(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%v", strict), func(t *testing.T) {
			d, backend, book, b := loadHostBases(t, strict)
			if !b.OnDevice() {
				t.Error("not on the device")
			}
			for _, r := range []struct{ from, n int }{{0, 20}, {3, 17}, {0, 10}, {7, 11}} {
				accepts := 0
				accept := func(*cuda.Result) error { accepts++; return nil }
				if err := sum(b, r.from, scalars(r.n), accept); err != nil || accepts != 1 {
					t.Errorf("%+v: err = %v, accepted %d times", r, err, accepts)
				}
				size := testGroup.PointBytes()
				want := make([]byte, 0, r.n*size)
				for i := range r.n {
					want = append(want, bytes.Repeat([]byte{byte(r.from + i)}, size)...)
				}
				if sent := backend.sent(); !bytes.Equal(sent, want) {
					t.Errorf("%+v: sent %d bytes of points: %v", r, len(sent), sent)
				}
			}
			if err := sum(b, 0, scalars(9), accepted); !errors.Is(err, ErrOnCPU) {
				t.Errorf("a small MSM: err = %v", err)
			}
			if backend.resident != 0 {
				t.Errorf("%d bases on the device", backend.resident)
			}
			wantStatistics(t, d, Statistics{
				DeviceMSMs: 4, DevicePoints: 58, SentMSMs: 4, BytesUp: 58 * 8, CPUSmall: 1,
				CPUPoints: 9,
			})
			lines := book.Lines(t,
				"bases do not fit the device, their points are sent with each MSM")
			if len(lines) != 1 || lines[0]["level"] != "info" || lines[0]["group"] != "test_g1" ||
				lines[0]["points"] != 20.0 || lines[0]["reason"] != errOutOfMemory.Error() {
				t.Errorf("logged: %v", lines)
			}
			if lines := book.Lines(t, "bases not loaded, computed on the CPU"); len(lines) != 0 {
				t.Errorf("logged: %v", lines)
			}
		})
	}
}

// Bases that fit are not sent along, whatever became of those before them.
func TestBasesThatFitStayResident(t *testing.T) {
	d, backend, _, onHost := loadHostBases(t, true)
	backend.full = false
	b, err := d.Load(&testGroup, points(20), 123)
	if err != nil {
		t.Fatal(err)
	}
	if backend.headroom != 123 {
		t.Errorf("told to leave %d bytes", backend.headroom)
	}
	for _, bases := range []*Bases{b, onHost} { // those that did not fit are not tried again
		if err := sum(bases, 0, scalars(20), accepted); err != nil {
			t.Errorf("err = %v", err)
		}
	}
	if s := d.Statistics(); s.SentMSMs != 1 || s.DeviceMSMs != 2 || backend.resident != 1 {
		t.Errorf("%d bases on the device, statistics: %+v", backend.resident, s)
	}
}

func TestAFailedStreamIsAFailure(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%v", strict), func(t *testing.T) {
			d, backend, book, b := loadHostBases(t, strict)
			backend.fail(errOutOfMemory)
			err := sum(b, 0, scalars(20), accepted)
			if !fellBack(err, strict, driver.ErrOutOfMemory) {
				t.Errorf("err = %v", err)
			}
			refuse := func(*cuda.Result) error { return ErrInvalidResult }
			backend.fail(nil)
			err = sum(b, 0, scalars(20), refuse)
			if !fellBack(err, strict, ErrInvalidResult) {
				t.Errorf("a wrong result: err = %v", err)
			}
			want := Statistics{Failures: 2}
			if !strict {
				want.CPUFailure, want.CPUPoints = 2, 40
			}
			wantStatistics(t, d, want)
			if lines := book.Lines(t, "device failed, computed on the CPU"); !strict &&
				len(lines) != 2 {
				t.Errorf("logged: %v", lines)
			}
			backend.fail(errLost)
			if err := sum(b, 0, scalars(20), accepted); strict != errors.Is(err,
				driver.ErrDeviceLost) {
				t.Errorf("a lost device: %v", err)
			}
			if b.OnDevice() {
				t.Error("on the device that was lost")
			}
		})
	}
}

// A device that is lost while it loads has no room either, but nothing is sent there any more.
func TestALostDeviceDoesNotStream(t *testing.T) {
	d, backend, _ := open(false)
	backend.fail(errors.Join(errOutOfMemory, errLost))
	b, err := d.Load(&testGroup, points(20), 0)
	if err != nil || b.OnDevice() || d.Unavailable() == nil {
		t.Errorf("err = %v, on device = %v, unavailable = %v", err, b.OnDevice(), d.Unavailable())
	}
}

func TestHostBasesRangeErrors(t *testing.T) {
	_, backend, _, b := loadHostBases(t, true)
	for _, r := range []struct{ from, n int }{{-1, 10}, {11, 10}, {0, 21}, {1 << 60, 10}} {
		if err := sum(b, r.from, scalars(r.n), accepted); !errors.Is(err, ErrRange) {
			t.Errorf("%+v: err = %v", r, err)
		}
	}
	if backend.calls != 1 { // Load's
		t.Errorf("the device was called %d times", backend.calls)
	}
}

func TestHostBasesClose(t *testing.T) {
	_, backend, _, b := loadHostBases(t, true)
	finish := startMSM(t, backend, func() error { return sum(b, 0, scalars(20), accepted) })
	closed := make(chan error)
	go func() { closed <- b.Close() }()
	select {
	case <-closed:
		t.Error("Close did not wait")
	case <-time.After(pause):
	}
	finish()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := sum(b, 0, scalars(20), accepted); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if err := b.Close(); err != nil || b.OnDevice() {
		t.Errorf("second Close: %v, on device = %v", err, b.OnDevice())
	}
}

func TestHostBasesEndWithTheirEngine(t *testing.T) {
	d, _, _, b := loadHostBases(t, true)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sum(b, 0, scalars(20), accepted); !errors.Is(err, ErrClosed) || b.OnDevice() {
		t.Errorf("after Close: %v, on device = %v", err, b.OnDevice())
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// The points live as long as their bases are open, and no longer, whether these are closed or
// forgotten.
func TestHostBasesAreCollected(t *testing.T) {
	_, _, _, closed := loadHostBases(t, true)
	d, _, _, forgotten := loadHostBases(t, true)
	first := func(b *Bases) weak.Pointer[byte] {
		return weak.Make(&b.resident.(*hostBases).points[0])
	}
	held := []weak.Pointer[byte]{first(closed), first(forgotten)}
	runtime.GC()
	if held[0].Value() == nil || held[1].Value() == nil {
		t.Fatal("collected under the bases")
	}
	runtime.KeepAlive(forgotten)
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); held[0].Value() != nil ||
		held[1].Value() != nil; runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatal("the points are never collected")
		}
	}
	runtime.KeepAlive(closed)
	runtime.KeepAlive(d)
}

func TestHostBasesFromManyGoroutines(t *testing.T) {
	d, _, _, b := loadHostBases(t, true)
	var wg parallel.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				if err := sum(b, i, scalars(12), accepted); err != nil &&
					!errors.Is(err, ErrClosed) {
					t.Errorf("err = %v", err)
				}
				b.OnDevice()
			}
		})
	}
	wg.Go(func() { b.Close() })
	wg.Wait()
	if s := d.Statistics(); s.SentMSMs != s.DeviceMSMs {
		t.Errorf("statistics: %+v", s)
	}
}
