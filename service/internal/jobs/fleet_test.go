package jobs_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go"
)

// TestDrainSilent drains a worker that gives no answer, as one whose machine has lost power.
func TestDrainSilent(t *testing.T) {
	t.Parallel() // it waits, mostly
	q := servicetest.Start(t, "a").Queue(t, 0)
	if _, err := q.Conn.Subscribe("workers.drain.silent", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := jobs.Drain(t.Context(), q.Conn, "silent"); !errors.Is(err, jobs.ErrNoWorker) {
		t.Error(err)
	}
}
