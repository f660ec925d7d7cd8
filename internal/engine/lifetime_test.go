//go:build go1.25

package engine

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// pause is long enough for a goroutine that does not wait to get ahead.
const pause = 20 * time.Millisecond

// startMSM starts an MSM that stays on the device until leave is closed, and returns when it is
// there.
func startMSM(t *testing.T, backend *fakeBackend, run func() error) (finish func()) {
	t.Helper()
	backend.entered, backend.leave = make(chan struct{}), make(chan struct{})
	var wg parallel.WaitGroup
	wg.Go(func() {
		wantError(t, run(), nil)
	})
	<-backend.entered
	return func() {
		close(backend.leave)
		wg.Wait()
	}
}

// wantWaits expects a close to wait for an MSM that is under way.
func wantWaits(t *testing.T, backend *fakeBackend, run, close func() error) {
	t.Helper()
	finish := startMSM(t, backend, run)
	closed := make(chan error)
	go func() { closed <- close() }()
	select {
	case <-closed:
		t.Error("Close did not wait")
	case <-time.After(pause):
	}
	finish()
	wantError(t, <-closed, nil)
}

func TestBasesCloseWaits(t *testing.T) {
	d, backend, _ := open(false)
	b := load(t, d, 20)
	wantWaits(t, backend, func() error { return sum(b, 20, accepted) }, b.Close)
	wantError(t, sum(b, 20, accepted), ErrClosed)
	if err := b.Close(); err != nil || b.OnDevice() || backend.resident != 0 {
		t.Errorf("second Close: %v, on device = %v, %d resident", err, b.OnDevice(),
			backend.resident)
	}
}

func TestEngineCloseWaitsAndReleases(t *testing.T) {
	d, backend, _ := open(false)
	b, s := load(t, d, 20), begun(t, d)
	start := func() error { return s.Start(b, 0, nil, []Accept{accepted})() }
	wantWaits(t, backend, start, d.Close)
	if backend.resident != 0 || backend.workspaces != 0 || backend.closed != 1 {
		t.Errorf("%d bases, %d workspaces left, %d calls of Close", backend.resident,
			backend.workspaces, backend.closed)
	}
	for what, use := range map[string]func() error{
		"MSM":       func() error { return oneShot(d, 20, accepted) },
		"small MSM": func() error { return oneShot(d, 1, accepted) },
		"load": func() error {
			_, err := d.Load(&testGroup, 20, points(20), Loading{})
			return err
		},
		"bases":      func() error { return sum(b, 20, accepted) },
		"the engine": d.Unavailable,
	} {
		if err := use(); !errors.Is(err, ErrClosed) {
			t.Errorf("%s after Close: %v", what, err)
		}
	}
	if err := errors.Join(b.Close(), d.Close()); err != nil || backend.closed != 1 {
		t.Errorf("second Close: %v, %d calls", err, backend.closed)
	}
}

func TestBasesOnTheCPUEndWithTheirEngine(t *testing.T) {
	d, _, _ := open(false)
	b, err := d.Load(&testGroup, 5, points(5), Loading{})
	if err != nil || b.OnDevice() {
		t.Fatalf("err = %v, on device = %v", err, b.OnDevice())
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	wantError(t, sum(b, 5, accepted), ErrClosed)
}

func TestLoadFailureGivesBasesOnTheCPU(t *testing.T) {
	d, backend, book := open(false)
	backend.fail(errOutOfMemory)
	b, err := d.Load(&testGroup, 20, points(20), Loading{})
	if err != nil || b.OnDevice() {
		t.Fatalf("err = %v, on device = %v", err, b.OnDevice())
	}
	backend.fail(nil)
	wantError(t, sum(b, 20, accepted), ErrOnCPU)
	wantStatistics(t, d, Statistics{Failures: 1, CPUFailure: 1, CPUPoints: 20})
	wantLines(t, book, 1, "bases not loaded, computed on the CPU", "level", "warn")

	// What else is left to the CPU for that cause is no news.
	backend.fail(errOutOfMemory)
	wantError(t, oneShot(d, 20, accepted), ErrOnCPU)
	wantLines(t, book, 1, "device failed, computed on the CPU", "level", "debug")
}

func TestReleaseFailure(t *testing.T) {
	for _, strict := range []bool{false, true} {
		d, backend, _ := open(strict)
		b := load(t, d, 20)
		backend.fail(errors.New("refused"))
		if err := b.Close(); strict != (err != nil) {
			t.Errorf("strict = %v: %v", strict, err)
		}
		wantStatistics(t, d, Statistics{Failures: 1})
	}
}

// TestUsesNest: a computation may free vectors while Close waits for it.
func TestUsesNest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, backend, _ := open(true)
		f, closing := testFieldOf(d), make(chan struct{})
		go func() {
			err := f.Prepare("domain", 20, func(*cuda.Workspace) error {
				<-closing
				return f.Free(20, func() error { return nil })
			})
			if err != nil {
				t.Errorf("the preparation under way: %v", err)
			}
		}()
		synctest.Wait()
		go func() {
			if err := d.Close(); err != nil || backend.closed != 1 {
				t.Errorf("%v, %d calls of Close", err, backend.closed)
			}
		}()
		synctest.Wait()
		if backend.closed != 0 {
			t.Error("Close did not wait")
		}
		close(closing)
	})
}
