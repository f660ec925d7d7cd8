//go:build go1.25

package engine

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
		wantError(t, step(s, nil), nil)
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
		wantLines(t, book, 0, "vectors on the CPU")
	}
}

// TestStoppedWhileItWaits: a session that waits for its turn leaves the queue, and those behind it
// come forward.
func TestStoppedWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, _ := open(true)
		m := &memory{free: 10}
		first := testFieldOf(d).Session(20).Taking(m.take(10))
		wantError(t, step(first, nil), nil)
		ctx, cancel := context.WithCancelCause(t.Context())
		var ended atomic.Int32
		go func() {
			s := testFieldOf(d).Session(20).Until(ctx).Taking(m.take(10))
			wantError(t, step(s, nil), errNobody)
			ended.Add(1)
		}()
		synctest.Wait()
		go func() {
			wantError(t, compute(d, 20, new(int)), nil)
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
		wantError(t, first.Close(), nil)
	})
}
