package jobs_test

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// large is a request with a witness of a MiB.
func large(value byte) jobs.Request { return requestOf(1<<15, value) }

// TestShare fills one tenant's share of the store, by jobs and then past all checks. The other
// tenant's jobs are taken at once, and the first one's end and make room.
func TestShare(t *testing.T) {
	s := servicetest.StartWith(t, server.Config{Store: 16 << 20, SyncEvery: time.Minute}, "a", "b")
	a, b := s.Queue(t, 0), s.Queue(t, 1)
	var queued []*jobs.Record
	var err error
	for value := byte(0); err == nil && value < 20; value++ {
		var r *jobs.Record
		if r, err = a.Submit(t.Context(), large(value)); err == nil {
			queued = append(queued, r)
		}
	}
	if !errors.Is(err, jobs.ErrFull) || len(queued) < 5 {
		t.Fatalf("after %d jobs: %v", len(queued), err)
	}
	quick := func(what string, q *jobs.Queue, r jobs.Request, want error) {
		t.Helper()
		begin := time.Now()
		_, err := q.Submit(t.Context(), r)
		took := time.Since(begin)
		t.Logf("%s: after %s", what, took)
		if !errors.Is(err, want) || took > 10*time.Second {
			t.Errorf("%s: %v after %s", what, err, took)
		}
	}
	quick("another job of a tenant with a full share", a, large(50), jobs.ErrFull)
	quick("the other tenant's job", b, large(51), nil)

	if err := take(t, a, queued[0]).Done(t.Context(), []byte("proof"), jobs.Times{}); err != nil {
		t.Error("a job of the full share does not end:", err)
	}
	quick("a job after another has ended", a, large(52), nil)

	for err = nil; err == nil; { // as a hostile client of NATS does
		_, err = a.JetStream.Publish(t.Context(), "dead.x", make([]byte, 256<<10))
	}
	quick("the other tenant's job beside a hostile one", b, large(53), nil)
	quick("a job of the hostile one", a, large(54), jobs.ErrFull)
}
