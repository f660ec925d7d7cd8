//go:build go1.25

package session

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

var errNobody = errors.New("nobody waits")

// TestStoppedSession: what is stopped is no failure and not left to the CPU, and the memory goes
// back at once.
func TestStoppedSession(t *testing.T) {
	for _, strict := range []bool{false, true} {
		d, backend, book := open(strict)
		ctx, cancel := context.WithCancelCause(t.Context())
		s := testFieldOf(d).Session(20).Until(ctx)
		if err := step(s, nil); err != nil {
			t.Errorf("err = %v", err)
		}
		cancel(errNobody)
		wantStopped := func(err error) {
			t.Helper()
			if !errors.Is(err, cuda.ErrStopped) || !errors.Is(err, errNobody) {
				t.Errorf("err = %v", err)
			}
		}
		wantStopped(step(s, nil))
		other := testFieldOf(d).Session(20)
		wantStopped(step(other, cuda.Stopped(ctx))) // in the middle of a computation
		if backend.workspaces != 1 {
			t.Errorf("%d workspaces", backend.workspaces)
		}
		if err := s.Close(); err != nil || backend.workspaces != 0 {
			t.Errorf("%v, %d workspaces", err, backend.workspaces)
		}
		wantStatistics(t, d, Statistics{DeviceComputations: 1, DeviceElements: 20, BytesUp: 8})
		if lines := book.Lines(t, "vectors on the CPU"); len(lines) != 0 {
			t.Errorf("on the CPU: %v", lines)
		}
	}
}

// TestStoppedWhileItWaits: a session that waits for its turn leaves the queue, and those behind it
// come forward.
func TestStoppedWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, _ := open(true)
		m := &memory{free: 10}
		first := testFieldOf(d).Session(20).Taking(m.take(10))
		if err := step(first, nil); err != nil {
			t.Errorf("err = %v", err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		var ended atomic.Int32
		go func() {
			s := testFieldOf(d).Session(20).Until(ctx).Taking(m.take(10))
			if err := step(s, nil); !errors.Is(err, errNobody) {
				t.Errorf("err = %v", err)
			}
			ended.Add(1)
		}()
		synctest.Wait()
		go func() {
			if err := compute(d, 20, new(int)); err != nil {
				t.Errorf("computation behind it: err = %v", err)
			}
			ended.Add(1)
		}()
		synctest.Wait()
		if ended.Load() != 0 {
			t.Error("somebody did not wait")
		}
		cancel(errNobody)
		synctest.Wait()
		if ended.Load() != 2 {
			t.Errorf("%d of 2 have ended", ended.Load())
		}
		if err := first.Close(); err != nil {
			t.Error(err)
		}
	})
}
