package devicetest

import (
	"context"
	"errors"
	"testing"
	"time"
)

// ErrCancelled is the cause of the contexts of [CancelAtCalls].
var ErrCancelled = errors.New("cancelled by a test")

// CancelAtCalls runs a scenario again and again, with a context that is cancelled beside it. It is
// cancelled the first time at the first call of the driver, then step calls later, and so on until
// the scenario ends before. With [LongVariable] a step of 1 leaves no call out. It needs an
// [Emulator].
//
// The scenario says whether it was cancelled. CancelAtCalls logs how long the scenario took to end
// after that, at most.
func CancelAtCalls(t *testing.T, step int, scenario func(ctx context.Context) (cancelled bool)) {
	t.Helper()
	step = stride(step)
	emulator := Emulator(t)
	runs, cancelled, longest := 0, 0, time.Duration(0)
	for n := uint64(1); ; n += uint64(step) {
		if err := emulator.Fail(""); err != nil { // calls are counted from here on
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		var was bool
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			was = scenario(ctx)
		}()
		beside := callsReach(emulator, n, ended)
		at := time.Now()
		cancel(ErrCancelled)
		inTime(t, func() { <-ended })
		if runs++; was {
			cancelled++
			longest = max(longest, time.Since(at))
		}
		if !beside || t.Failed() {
			break
		}
	}
	if cancelled == 0 {
		t.Error("nothing was cancelled")
	}
	t.Logf("%d of %d runs cancelled, the last after %d calls; they took up to %v to end",
		cancelled, runs, emulator.Calls(), longest)
}
